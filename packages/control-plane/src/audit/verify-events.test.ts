import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventHash, genesisHash } from '../event-hash.ts';
import type { ChainHead, NewEvent, StoredEvent } from '../ports/records.ts';
import { emptyLog, verifyEvents, verifyHeads } from './verify-events.ts';
import { verifyStore } from './verify-store.ts';

/** A log as a server writes it: so many entries, over some chains. */
function writtenLog(chains: readonly number[]): { events: StoredEvent[]; heads: ChainHead[] } {
  const heads = new Map<string, ChainHead>();
  const events = chains.map((chain, index) => {
    const chainId = `chain-${chain}`;
    const head = heads.get(chainId) ?? { chainId, length: 0, lastSeq: 0, headHash: genesisHash };
    const said: NewEvent = {
      chainId,
      projectId: null,
      type: 'tool_call.submitted',
      subjectId: `call-${index}`,
      parentId: null,
      actor: 'system',
      at: index,
      data: { n: index },
    };
    const seq = index + 1;
    const hash = eventHash(head.headHash, { ...said, seq });
    heads.set(chainId, { chainId, length: head.length + 1, lastSeq: seq, headHash: hash });
    return { ...said, seq, hash };
  });
  return { events, heads: [...heads.values()] };
}

async function* each(events: readonly StoredEvent[]) {
  yield* events;
}

/** The part of a store that verifying needs, over plain arrays. */
function storeOf({ events, heads }: { events: StoredEvent[]; heads: ChainHead[] }) {
  return {
    listEvents: async ({ after, limit }: { after: number; limit: number }) =>
      events.filter(({ seq }) => seq > after).slice(0, limit),
    listChainHeads: async () => heads,
    headSeq: async () => events.at(-1)?.seq ?? 0,
  };
}

const someLog = fc.array(fc.nat(3), { minLength: 1, maxLength: 30 });

describe('a log that nobody touched', () => {
  it('is whole [S3]', async () => {
    await fc.assert(
      fc.asyncProperty(someLog, async (chains) => {
        const verdict = await verifyStore(storeOf(writtenLog(chains)));
        expect(verdict).toEqual({ entries: chains.length, chains: new Set(chains).size, broken: null });
      }),
    );
  });

  it('is whole when it is empty, and when it is longer than a page', async () => {
    expect(await verifyStore(storeOf(writtenLog([])))).toEqual({ entries: 0, chains: 0, broken: null });
    const seen: number[] = [];
    const verdict = await verifyStore(storeOf(writtenLog(Array(2_500).fill(1))), (seq) => seen.push(seq));
    expect([verdict.entries, verdict.broken, seen.length]).toEqual([2_500, null, 2_500]);
  });

  it('is whole while a server goes on writing to it', async () => {
    const written = writtenLog([1, 2, 1, 2, 1]);
    const early = writtenLog([1, 2, 1]);
    let looks = 0;
    const growing = { ...storeOf(written), listChainHeads: async () => (looks++ === 0 ? early.heads : written.heads) };
    expect(await verifyStore(growing)).toEqual({ entries: 5, chains: 2, broken: null });
  });
});

describe('any change is found [S3]', () => {
  const changes: Record<string, (event: StoredEvent) => StoredEvent> = {
    data: (event) => ({ ...event, data: { ...event.data, n: -1 } }),
    actor: (event) => ({ ...event, actor: 'user:mallory' }),
    time: (event) => ({ ...event, at: event.at + 1 }),
    type: (event) => ({ ...event, type: 'tool_call.approved' }),
    chain: (event) => ({ ...event, chainId: 'chain-9' }),
    hash: (event) => ({ ...event, hash: genesisHash }),
    'data that is no JSON': (event) => ({ ...event, data: { n: 1n } }),
  };

  it.each(Object.keys(changes))('of %s', async (what) => {
    await fc.assert(
      fc.asyncProperty(someLog, fc.nat(), async (chains, pick) => {
        const { events, heads } = writtenLog(chains);
        const at = pick % events.length;
        events[at] = changes[what]!(events[at]!);
        const { broken } = await verifyStore(storeOf({ events, heads }));
        expect(broken).toMatchObject({ seq: at + 1, chainId: events[at].chainId });
      }),
    );
  });

  it('also when the hash of the entry is made anew', async () => {
    const { events, heads } = writtenLog([1, 1, 1]);
    const forged = { ...events[1]!, data: { n: 99 } };
    events[1] = { ...forged, hash: eventHash(events[0]!.hash, forged) };
    expect((await verifyStore(storeOf({ events, heads }))).broken).toMatchObject({ seq: 3, chainId: 'chain-1' });
  });

  it('of which entries there are: one taken out, two swapped, the end cut off, one added', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { minLength: 3, maxLength: 20 }), fc.nat(), async (chains, pick) => {
        const { events, heads } = writtenLog(chains);
        const at = pick % (events.length - 1);
        const swapped = events.with(at, events[at + 1]!).with(at + 1, events[at]!);
        const added: StoredEvent = { ...events.at(-1)!, seq: events.length + 1 };
        for (const tampered of [events.toSpliced(at, 1), swapped, events.slice(0, -1), [...events, added]]) {
          expect((await verifyStore(storeOf({ events: tampered, heads }))).broken).not.toBeNull();
        }
      }),
    );
  });

  it('of where chains end, and says what is wrong', async () => {
    const { events, heads } = writtenLog([1, 2, 1]);
    const { state } = await verifyEvents(emptyLog, each(events));
    expect(verifyHeads(state, heads)).toBeNull();
    expect(verifyHeads(state, heads.slice(1))?.problem).toContain('is gone');
    expect(verifyHeads(state, [{ ...heads[0]!, headHash: 'x' }, heads[1]!])?.problem).toContain('not the one');
    expect(verifyHeads(state, [...heads, { ...heads[0]!, chainId: 'c' }])?.problem).toContain('but has 0 entries');
    const gap = await verifyEvents(emptyLog, each(events.toSpliced(1, 1)));
    expect(gap.broken).toEqual({ chainId: 'chain-1', seq: 3, problem: 'entry 2 is missing: 3 follows 1' });
  });
});
