import type { RunControl } from '../run.ts';

/** W4: how long to wait before another try: twice as long each time, and never shorter than the provider wants. */
export function backoffMs(
  control: Pick<RunControl, 'retryBaseMs' | 'retryMaxMs'>,
  failedTries: number,
  retryAfterMs: number | null,
): number {
  const ownMs = Math.min(control.retryBaseMs * 2 ** Math.max(0, failedTries - 1), control.retryMaxMs);
  return Math.max(ownMs, retryAfterMs ?? 0);
}
