import { type Client, createClient, isPassing, type ReceivedMessage } from '@countersign/client';
import { CountersignError } from '@countersign/contract';
import { backoffMs, until } from '../clock.ts';
import type { Front } from '../front.ts';
import { reasonOf } from '../log.ts';
import type { AllowedUser } from '../users-file.ts';
import { Wake } from '../wake.ts';
import { syncApprovals } from './sync-approvals.ts';
import { syncRun } from './sync-run.ts';

/** Names of what may have changed: all requests, or one run. */
type Topic = 'approvals' | { readonly runId: string };

/** One person's connection to the server: asks as them, listens for them, and keeps their chat as it should be. */
export type Link = {
  readonly client: Client;
  /** Something may have changed: the server is asked how it stands, and the chat brought there. */
  changed(topic: Topic): void;
  close(): Promise<void>;
};

/** Whom the server is asked as, and until when. */
export type Asking = { readonly client: Client; readonly signal: AbortSignal };

export type LinkedFront = Omit<Front, 'users' | 'api' | 'botId'>;

/**
 * What the stream says is only taken as a hint to look again, and with each connection everything is looked at. So there is
 * no place in the log to remember, and nothing is missed while nobody listens.
 */
export function openLink(front: LinkedFront, user: AllowedUser, serverUrl: string): Link {
  const client = createClient({ url: serverUrl, token: user.token });
  const stop = new AbortController();
  const { signal } = stop;
  const wake = new Wake();
  const dirty = new Set<string>();
  const toolsByRun = new Map<string, readonly string[]>();
  const touch = (name: string): void => {
    dirty.add(name);
    wake.ring();
  };
  const changed = (topic: Topic): void => touch(topic === 'approvals' ? 'approvals' : topic.runId);
  const touchAll = (): void => {
    changed('approvals');
    for (const { runId } of front.state.runs.open(user.telegramId)) changed({ runId });
  };

  let callOff = (): void => {};
  const sync = async (name: string): Promise<void> => {
    if (name !== 'approvals') return await syncRun(front, user, { client, signal }, name, toolsByRun.get(name) ?? []);
    const againAt = await syncApprovals(front, user, { client, signal });
    callOff();
    if (againAt !== null) callOff = front.clock.at(againAt, () => changed('approvals'));
  };
  const work = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      const [name] = dirty;
      if (name === undefined) {
        await wake.rest(signal);
        continue;
      }
      dirty.delete(name);
      try {
        await sync(name);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        dirty.add(name);
        await pause(front, signal, error, failures);
        failures += 1;
      }
    }
  };
  const listen = async (): Promise<void> => {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        const stream = client.events(user.projectId, {
          signal,
          onConnect: () => {
            failures = 0;
            touchAll();
          },
        });
        for await (const message of stream) hear(front, user, message, toolsByRun, changed);
      } catch (error) {
        if (!signal.aborted) await pause(front, signal, error, failures);
      }
    }
  };
  touchAll();
  const ended = Promise.all([work(), listen()]);
  return {
    client,
    changed,
    async close() {
      stop.abort();
      callOff();
      await ended;
      await client.close();
    },
  };
}

/** Marks what a message of the stream is about. */
function hear(
  { state }: LinkedFront,
  { telegramId }: AllowedUser,
  { event, data }: ReceivedMessage,
  toolsByRun: Map<string, readonly string[]>,
  changed: (topic: Topic) => void,
): void {
  const changedRunsOf = (session: string): void => {
    for (const { runId, sessionId } of state.runs.open(telegramId)) if (sessionId === session) changed({ runId });
  };
  switch (event) {
    case 'tool.approval_request':
    case 'approval.resolved':
      changed('approvals');
      changedRunsOf(data.session_id);
      return;
    case 'tool.status':
      changedRunsOf(data.session_id);
      return;
    case 'run.turn':
    case 'run.status':
    case 'run.notice':
    case 'chat.message': {
      const run = state.runs.find(data.run_id);
      if (run?.chatId !== telegramId || !run.isOpen) return;
      if (event === 'run.turn')
        toolsByRun.set(
          data.run_id,
          data.tool_calls.map(({ tool_name }) => tool_name),
        );
      if (event === 'run.status' && data.status !== 'running') toolsByRun.delete(data.run_id);
      changed({ runId: data.run_id });
      return;
    }
    default:
      return;
  }
}

async function pause(
  { clock, limits, log }: LinkedFront,
  signal: AbortSignal,
  error: unknown,
  failures: number,
): Promise<void> {
  const waitMs = isPassing(error) ? backoffMs(failures, limits.retryMsFirst, limits.retryMsMax) : limits.refusedRetryMs;
  const code = error instanceof CountersignError ? { code: error.code } : {};
  log('warn', 'the server was asked in vain', { ...code, reason: reasonOf(error), retry_in_ms: waitMs });
  await until(clock, clock.now() + waitMs, signal);
}
