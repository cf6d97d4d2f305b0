import type { CallInput, ReceivedMessage } from '@countersign/client';
import type { EventTree } from '@countersign/contract';
import type { CommandContext } from '../command-context.ts';
import { ChangedNodes } from './changed-nodes.ts';
import { TreeScreen } from './tree-screen.ts';

type Query = NonNullable<CallInput<'getEventTree'>['query']>;

/** Pieces of text change no node, and come by the hundred. */
const changeNothing: ReadonlySet<ReceivedMessage['event']> = new Set(['run.delta', 'tool.output']);
/** Between two looks, however much happens. */
const lookPauseMs = 150;

/**
 * W5: shows the tree as it grows. The stream says when to look again; what is shown is always what the log has. Ends with
 * the one thing that was asked for, else never.
 */
export async function followTree(context: CommandContext, project: string, query: Query): Promise<void> {
  const { client, terminal } = context;
  const view = !context.isJson && terminal.screen() !== null ? new TreeScreen(context) : new ChangedNodes(context);
  const stop = new AbortController();
  const state: { seq: number; isStale: boolean; looking: Promise<void> | null } = {
    seq: 0,
    isStale: false,
    looking: null,
  };
  const look = async (): Promise<void> => {
    const tree = await client().eventLog.tree(project, query, { signal: stop.signal });
    state.seq = tree.last_seq;
    view.show(tree);
    if (isOver(tree, query)) stop.abort();
  };
  const lookUntilFresh = async (): Promise<void> => {
    while (state.isStale && !stop.signal.aborted) {
      state.isStale = false;
      await look();
      await terminal.wait(lookPauseMs, stop.signal);
    }
    state.looking = null;
  };
  const failure = Promise.withResolvers<never>();
  const wake = (): void => {
    state.isStale = true;
    state.looking ??= lookUntilFresh();
    state.looking.catch((error: unknown) => (stop.signal.aborted ? undefined : failure.reject(error)));
  };
  await look();
  if (stop.signal.aborted) return;
  const listen = async (): Promise<void> => {
    // On every connection, since what came between the first look and the stream is told to nobody.
    for await (const { id, event } of client().events(project, { signal: stop.signal, onConnect: wake })) {
      if (changeNothing.has(event) || (id !== null && id <= state.seq)) continue;
      wake();
    }
    await state.looking;
  };
  try {
    await Promise.race([listen(), failure.promise]);
  } finally {
    stop.abort();
  }
}

function isOver({ nodes }: EventTree, { id }: Query): boolean {
  return id !== undefined && nodes.some((node) => node.id === id && node.ended_at !== null);
}
