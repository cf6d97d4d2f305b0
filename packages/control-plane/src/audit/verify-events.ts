import { eventHash, genesisHash } from '../event-hash.ts';
import type { ChainHead, StoredEvent } from '../ports/records.ts';

/** The first thing that is not as it was written. */
export type Break = { readonly chainId: string | null; readonly seq: number; readonly problem: string };

type Tip = { readonly hash: string; readonly length: number; readonly lastSeq: number };

/** How far the log was read, and where each chain stands there. */
export type LogState = { readonly seq: number; readonly tips: ReadonlyMap<string, Tip> };

export const emptyLog: LogState = { seq: 0, tips: new Map() };

/**
 * S3: reads on from a state that was found whole. Every entry must come right after the one before it in the log, and its
 * hash must be the one that follows from the entry before it in its chain and from what it says itself.
 */
export async function verifyEvents(
  from: LogState,
  events: AsyncIterable<StoredEvent>,
  onProgress: (seq: number) => void = () => {},
): Promise<{ readonly state: LogState; readonly broken: Break | null }> {
  const tips = new Map(from.tips);
  let seq = from.seq;
  for await (const event of events) {
    const { chainId } = event;
    const problem = problemOf(event, seq, tips.get(chainId)?.hash ?? genesisHash);
    if (problem !== null) return { state: { seq, tips }, broken: { chainId, seq: event.seq, problem } };
    seq = event.seq;
    tips.set(chainId, { hash: event.hash, length: (tips.get(chainId)?.length ?? 0) + 1, lastSeq: seq });
    onProgress(seq);
  }
  return { state: { seq, tips }, broken: null };
}

/** The log keeps where each chain ends. Where entries were cut off at the end, the two do not agree. */
export function verifyHeads({ tips }: LogState, heads: readonly ChainHead[]): Break | null {
  const byChain = new Map(heads.map((head) => [head.chainId, head]));
  for (const [chainId, tip] of tips) {
    if (!byChain.has(chainId)) {
      return { chainId, seq: tip.lastSeq, problem: 'the chain has entries, but the record of where it ends is gone' };
    }
  }
  for (const { chainId, length, lastSeq, headHash } of heads) {
    const tip = tips.get(chainId) ?? { hash: genesisHash, length: 0, lastSeq: 0 };
    if (tip.length === length && tip.lastSeq === lastSeq && tip.hash === headHash) continue;
    const recorded = `${length} entries up to ${lastSeq}`;
    const found = `${tip.length} entries up to ${tip.lastSeq}`;
    const problem =
      recorded === found
        ? 'the last entry is not the one that was recorded as the end of the chain'
        : `the chain was recorded to have ${recorded}, but has ${found}`;
    return { chainId, seq: Math.min(tip.lastSeq, lastSeq), problem };
  }
  return null;
}

function problemOf(event: StoredEvent, previousSeq: number, previousHash: string): string | null {
  const expected = previousSeq + 1;
  if (event.seq !== expected) {
    return event.seq < expected
      ? `the entry has the number ${event.seq}, but ${expected} comes next`
      : `entry ${expected} is missing: ${event.seq} follows ${previousSeq}`;
  }
  return event.hash === hashOf(previousHash, event)
    ? null
    : 'the entry, or the one before it in its chain, was changed';
}

/** An entry that cannot even be hashed (text that is no JSON any more) is a changed one. */
function hashOf(previousHash: string, event: StoredEvent): string | null {
  try {
    return eventHash(previousHash, event);
  } catch {
    return null;
  }
}
