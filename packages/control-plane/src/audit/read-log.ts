import { setImmediate } from 'node:timers/promises';
import type { StoredEvent } from '../ports/records.ts';
import type { LogPart, Store } from '../ports/store.ts';
import { auditLimits } from './limits.ts';

/** A part of the log from its beginning to where it ends now, page by page: read only as fast as it is taken. */
export async function* readLog(
  store: Pick<Store, 'headSeq' | 'listEvents'>,
  part: LogPart,
): AsyncGenerator<readonly StoredEvent[]> {
  const upTo = await store.headSeq();
  let after = 0;
  while (after < upTo) {
    const page = await store.listEvents({ ...part, after, limit: auditLimits.pageEntries });
    const entries = page.filter(({ seq }) => seq <= upTo);
    if (entries.length > 0) yield entries;
    const last = page.at(-1);
    if (last === undefined || page.length < auditLimits.pageEntries) return;
    after = last.seq;
    await setImmediate();
  }
}
