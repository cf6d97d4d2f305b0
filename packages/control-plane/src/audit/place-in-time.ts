import type { Store } from '../ports/store.ts';

/**
 * The place of the first entry that was written after a moment, found by halving: entries are numbered without gaps, and
 * nearly in the order of their times. The place after the last entry where there is none.
 */
export async function firstPlaceAfter(store: Pick<Store, 'headSeq' | 'listEvents'>, timeMs: number): Promise<number> {
  let from = 1;
  let to = (await store.headSeq()) + 1;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const [entry] = await store.listEvents({ after: middle - 1, limit: 1 });
    if (entry && entry.at <= timeMs) from = middle + 1;
    else to = middle;
  }
  return from;
}
