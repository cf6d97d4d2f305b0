import { type Client, isPassing, type ReceivedMessage } from '@countersign/client';
import { endedRunStatuses, type PostMessageResponse, type RunView } from '@countersign/contract';

/** What whoever watches a run is told, in order. */
export type Told =
  | { readonly kind: 'posted'; readonly posted: PostMessageResponse }
  | { readonly kind: 'message'; readonly message: ReceivedMessage }
  | { readonly kind: 'disconnected'; readonly retryInMs: number }
  | { readonly kind: 'connected' };

/**
 * W1: has a task posted and tells everything that happens to its run. The stream is there before the task, so that
 * nothing is missed; it comes back when the server does. Null where the signal said stop before the run had ended.
 */
export async function followRun(
  client: Pick<Client, 'events' | 'runs'>,
  projectId: string,
  post: () => Promise<PostMessageResponse>,
  tell: (told: Told) => Promise<void> | void,
  signal: AbortSignal,
): Promise<RunView | null> {
  const connected = Promise.withResolvers<void>();
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const outcome: { run: RunView | null; failure: unknown } = { run: null, failure: null };
  const fail = (error: unknown): void => {
    outcome.failure = error;
    over.abort();
  };
  const posted = connected.promise.then(post).then(async (answer) => {
    await tell({ kind: 'posted', posted: answer });
    return answer.run.run_id;
  });
  posted.catch(fail);
  /** The end may have been told while nobody listened. */
  const look = async (): Promise<void> => {
    const run = await client.runs.get(projectId, await posted, 0, { signal: either });
    if (!endedRunStatuses.has(run.status)) return;
    outcome.run = run;
    over.abort();
  };
  let connections = 0;
  const stream = client.events(projectId, {
    signal: either,
    onConnect() {
      connections += 1;
      connected.resolve();
      if (connections === 1) return;
      void tell({ kind: 'connected' });
      // One that fails as the connection does is tried again with the next.
      look().catch((error: unknown) => (isPassing(error) || either.aborted ? undefined : fail(error)));
    },
    onDisconnect: (_, retryInMs) => void tell({ kind: 'disconnected', retryInMs }),
  });
  const calls = new Set<string>();
  for await (const message of stream) {
    const runId = await posted.catch(() => null);
    if (runId === null) break;
    if (!concerns(message, runId, calls)) continue;
    await tell({ kind: 'message', message });
    if (message.event === 'run.status' && endedRunStatuses.has(message.data.status)) await look();
    if (over.signal.aborted) break;
  }
  if (outcome.failure !== null) throw outcome.failure;
  return outcome.run;
}

/** The run's own messages, and those of the calls that its turns made. */
function concerns({ event, data }: ReceivedMessage, runId: string, calls: Set<string>): boolean {
  if ('run_id' in data) {
    if (data.run_id !== runId) return false;
    if (event === 'run.turn') for (const { tool_id } of data.tool_calls) calls.add(tool_id);
    return true;
  }
  return 'tool_id' in data && calls.has(data.tool_id);
}
