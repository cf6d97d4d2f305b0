import type { PostMessageRequest, RunView } from '@countersign/contract';
import type { CommandContext } from '../command-context.ts';
import { type ExitCode, exitCodeOfRun, exitCodes } from '../exit-codes.ts';
import { followRun } from './follow-run.ts';
import { Interrupt } from './interrupt.ts';
import { JsonWatch } from './json-watch.ts';
import { PersonalWatch } from './personal-watch.ts';

export type TaskOptions = {
  /** Whether a person in front of the terminal is asked; nobody else ever is. */
  readonly mayAsk: boolean;
  readonly stopOnInterrupt: boolean;
};

/** The run as far as it was seen; null where it was left before there was one. */
export type TaskEnd = { readonly run: RunView | null; readonly code: ExitCode };

/** Gives the agent a task and shows its run until it has ended, or until whoever watches has enough. */
export async function runTask(
  context: CommandContext,
  projectId: string,
  request: PostMessageRequest,
  { mayAsk, stopOnInterrupt }: TaskOptions,
): Promise<TaskEnd> {
  const client = context.client();
  const watch = context.isJson ? new JsonWatch(context) : new PersonalWatch(context, client, projectId, mayAsk);
  const leave = new AbortController();
  const { style } = context;
  const interrupt = new Interrupt({ client, projectId, watch, style, stopsRun: stopOnInterrupt, leave });
  const onInterrupt = (): void => void interrupt.raise();
  process.on('SIGINT', onInterrupt);
  try {
    const following = followRun(
      client,
      projectId,
      () => client.chat.postMessage(projectId, request),
      async (told) => {
        if (told.kind === 'posted') interrupt.run = told.posted.run;
        await watch.tell(told);
      },
      leave.signal,
    );
    const failing = watch.attend(interrupt.raise, leave.signal).then(() => following);
    const run = await Promise.race([following, failing]);
    if (run === null) return { run: interrupt.run, code: exitCodes.interrupted };
    watch.end(run);
    return { run, code: exitCodeOfRun(run.status) };
  } finally {
    process.off('SIGINT', onInterrupt);
    leave.abort();
    watch.leave();
  }
}
