import { clientLimits } from './client-limits.ts';
import { backoffMs, type Timing } from './timing.ts';
import { isPassing } from './with-retries.ts';

export type WaitOptions = {
  readonly signal?: AbortSignal | undefined;
  /** How long a server that does not answer is put up with. The wait itself ends with what is waited for or the signal. */
  readonly outageMsMax?: number | undefined;
};

/** L2: whoever waits is a viewer. It asks in bounded polls, and comes back after the server or the network was away. */
export async function pollUntil<T>(
  timing: Timing,
  ask: (waitMs: number) => Promise<T>,
  isDone: (view: T) => boolean,
  { signal, outageMsMax = clientLimits.outageMsMax }: WaitOptions = {},
): Promise<T> {
  let answeredAt = timing.now();
  let failures = 0;
  for (;;) {
    const askedAt = timing.now();
    try {
      const view = await ask(clientLimits.pollMsMax);
      if (isDone(view)) return view;
      answeredAt = timing.now();
      failures = 0;
      // A server that does not hold the request must not be asked in a tight loop.
      if (answeredAt - askedAt < clientLimits.pollPauseMs) await timing.sleep(clientLimits.pollPauseMs, signal);
    } catch (error) {
      if (signal?.aborted || !isPassing(error) || timing.now() - answeredAt > outageMsMax) throw error;
      const { reconnectDelayMsFirst, reconnectDelayMsMax } = clientLimits;
      await timing.sleep(backoffMs(failures, reconnectDelayMsFirst, reconnectDelayMsMax, timing.random), signal);
      failures += 1;
    }
  }
}
