import { clientLimits } from './client-limits.ts';
import type { Connection } from './create-caller.ts';
import { backoffMs } from './timing.ts';
import { unreachable } from './unreachable-error.ts';
import { isPassing, withRetries } from './with-retries.ts';

export type ReconnectOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly onConnect?: (() => void) | undefined;
  readonly onDisconnect?: ((error: unknown, retryInMs: number) => void) | undefined;
};

/**
 * What comes over any number of connections, one after the other. Failing to connect at all is an error, as is being
 * refused; once connected, a lost connection is made anew until the signal says stop. `open` is given what ends the one
 * connection: on a stall, and when the reader leaves.
 */
export async function* reconnecting<T>(
  connection: Connection,
  options: ReconnectOptions,
  open: (cut: AbortController) => Promise<AsyncIterable<T>>,
): AsyncGenerator<T> {
  const { timing, retriesMax } = connection;
  const { signal } = options;
  let failures = 0;
  let isFirst = true;
  for (;;) {
    const cut = new AbortController();
    try {
      const items = isFirst
        ? await withRetries({ retriesMax, isRepeatable: true, timing, signal }, () => open(cut))
        : await open(cut);
      isFirst = false;
      options.onConnect?.();
      for await (const item of items) {
        failures = 0;
        yield item;
      }
      throw unreachable(connection.origin, new Error('the server ended the stream'));
    } catch (error) {
      if (signal?.aborted) return;
      if (isFirst || !isPassing(error)) throw error;
      const { reconnectDelayMsFirst, reconnectDelayMsMax } = clientLimits;
      const delayMs = backoffMs(failures, reconnectDelayMsFirst, reconnectDelayMsMax, timing.random);
      failures += 1;
      options.onDisconnect?.(error, delayMs);
      if (!(await slept(connection, delayMs, signal))) return;
    } finally {
      cut.abort();
    }
  }
}

/** False when it was told to stop meanwhile. */
async function slept({ timing }: Connection, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  await timing.sleep(ms, signal).catch(() => {});
  return !signal?.aborted;
}
