import { setImmediate } from 'node:timers/promises';
import type { ChainHead, StoredEvent } from '../ports/records.ts';
import type { Store } from '../ports/store.ts';
import { type Break, emptyLog, type LogState, verifyEvents, verifyHeads } from './verify-events.ts';

export type AuditVerdict = { readonly entries: number; readonly chains: number; readonly broken: Break | null };

type Log = Pick<Store, 'listEvents' | 'listChainHeads' | 'headSeq'>;

const pageSize = 1_000;
/** A log that grows while it is read is read up to where it was, then the rest, and so on; but not for ever. */
const roundsMax = 10;

/**
 * Verifies a log that a server may be writing to. Chain ends are read in one look, which sees every entry up to the
 * newest among them; entries beyond that belong to the next look. Throws when the signal says stop.
 */
export async function verifyStore(
  log: Log,
  onProgress?: (seq: number, of: number) => void,
  signal?: AbortSignal,
): Promise<AuditVerdict> {
  let state: LogState = emptyLog;
  for (let round = 1; ; round += 1) {
    const heads = await log.listChainHeads();
    const upTo = newestOf(heads);
    const read = await verifyEvents(state, eventsBetween(log, state.seq, upTo, signal), (seq) =>
      onProgress?.(seq, upTo),
    );
    const broken = read.broken ?? missingEnd(read.state, upTo, heads) ?? verifyHeads(read.state, heads);
    if (broken) return verdict(read.state, broken);
    state = read.state;
    const head = await log.headSeq();
    if (head <= upTo || round >= roundsMax) return verdict(state, null);
    // Newer entries are there; unless their chain ends are too, somebody else than the server wrote them.
    if (newestOf(await log.listChainHeads()) <= upTo) {
      return verdict(state, { chainId: null, seq: upTo + 1, problem: 'entries follow that no chain knows of' });
    }
  }
}

async function* eventsBetween(
  log: Log,
  after: number,
  upTo: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoredEvent> {
  let last = after;
  while (last < upTo) {
    signal?.throwIfAborted();
    // Whoever else uses this process gets a turn between two pages.
    await setImmediate();
    const page = await log.listEvents({ after: last, limit: pageSize });
    for (const event of page) {
      if (event.seq > upTo) return;
      yield event;
    }
    const newest = page.at(-1)?.seq;
    if (newest === undefined) return;
    last = newest;
  }
}

function missingEnd({ seq }: LogState, upTo: number, heads: readonly ChainHead[]): Break | null {
  if (seq === upTo) return null;
  const chainId = heads.find(({ lastSeq }) => lastSeq === upTo)?.chainId ?? null;
  return { chainId, seq: seq + 1, problem: `entries ${seq + 1} to ${upTo} are missing at the end of the log` };
}

function newestOf(heads: readonly ChainHead[]): number {
  return Math.max(0, ...heads.map(({ lastSeq }) => lastSeq));
}

function verdict({ seq, tips }: LogState, broken: Break | null): AuditVerdict {
  return { entries: seq, chains: tips.size, broken };
}
