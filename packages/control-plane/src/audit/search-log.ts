import { setImmediate } from 'node:timers/promises';
import type { ControlPlane } from '../control-plane.ts';
import type { StoredEvent } from '../ports/records.ts';
import type { LogPart } from '../ports/store.ts';
import { type EntryQuery, entryMatcher } from './entry-matcher.ts';
import { auditLimits } from './limits.ts';
import { firstPlaceAfter } from './place-in-time.ts';

export type FoundEntries = {
  readonly entries: readonly StoredEvent[];
  /** Where to go on; null where nothing older is left to look at. */
  readonly nextBefore: number | null;
  readonly lookedAt: number;
};

/** Entries of a part of the log that match, newest first. Looks through so many at most, and says where it stopped. */
export async function searchLog(
  { store }: Pick<ControlPlane, 'store'>,
  part: LogPart,
  query: EntryQuery,
  page: { readonly before: number | null; readonly limit: number },
): Promise<FoundEntries> {
  const { clockSkewMs, pageEntries, searchedEntriesMax } = auditLimits;
  const { since, until } = query;
  const first = since === null ? 1 : await firstPlaceAfter(store, since - clockSkewMs - 1);
  const end = until === null ? Number.POSITIVE_INFINITY : await firstPlaceAfter(store, until + clockSkewMs);
  const start = Math.min(end, page.before ?? Number.POSITIVE_INFINITY);
  const matches = entryMatcher(query);
  const entries: StoredEvent[] = [];
  let before = Number.isFinite(start) ? start : null;
  let lookedAt = 0;
  // The first look is for a page that is full at once; where little matches, each is wider than the one before.
  for (let size = Math.min(page.limit, pageEntries); ; size = Math.min(size * 2, pageEntries)) {
    const read = await store.listEventsBefore({ ...part, before, limit: size });
    for (const entry of read) {
      if (entry.seq < first) return { entries, nextBefore: null, lookedAt };
      lookedAt += 1;
      before = entry.seq;
      if (matches(entry)) entries.push(entry);
      if (entries.length >= page.limit || lookedAt >= searchedEntriesMax) {
        return { entries, nextBefore: before > first ? before : null, lookedAt };
      }
    }
    if (read.length < size) return { entries, nextBefore: null, lookedAt };
    // SQLite reads while the event loop stands still.
    await setImmediate();
  }
}
