import type { Timing } from '@countersign/client';
import { limits } from './limits.ts';

/** A pause that doubles with each failure up to a limit, with chance in it so that many runners do not come back at once. */
export function backoffMs(failures: number, { random }: Pick<Timing, 'random'>): number {
  const most = Math.min(limits.retryDelayMsMax, limits.retryDelayMsFirst * 2 ** Math.min(failures, 20));
  return Math.round(most / 2 + (random() * most) / 2);
}
