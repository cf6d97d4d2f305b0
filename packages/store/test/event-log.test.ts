import { newId } from '@countersign/contract';
import { type Change, eventHash, genesisHash, type Store, type StoredEvent } from '@countersign/control-plane';
import { anEvent, aToolCall, describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { runSql } from './run-sql.ts';
import { useStores } from './stores.ts';

describeOnEachDatabase('the event log', (database) => {
  const stores = useStores(database);

  it('numbers events without gaps over two processes that commit at once [S2]', async () => {
    const [one, other] = [await stores.open(), await stores.open()];
    const changes = Array.from({ length: 60 }, (_, index) => (index % 2 ? one : other).commit(aChange()));
    const seqs = (await Promise.all(changes))
      .flatMap((result) => (result.ok ? result.events : []))
      .map(({ seq }) => seq);
    expect(seqs.sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
    expect((await allEvents(one)).map(({ seq }) => seq)).toEqual(seqs);
    expect(await other.headSeq()).toBe(120);
  });

  it('chains the events of each session by hash, over two processes [S3]', async () => {
    const [one, other] = [await stores.open(), await stores.open()];
    const chains = [newId(), newId(), 'system'];
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 ? one : other).commit(aChange(chains[index % 3]!))),
    );
    const heads = await one.listChainHeads();
    expect(heads.map(({ chainId }) => chainId).sort()).toEqual([...chains].sort());
    for (const head of heads) {
      const events = await one.listEvents({ after: 0, limit: 1000, chainId: head.chainId });
      expect(head).toEqual({
        chainId: head.chainId,
        length: 40,
        lastSeq: events.at(-1)?.seq,
        headHash: recomputedHead(events),
      });
    }
  });

  it('gives back the events it wrote, as it stored them', async () => {
    const store = await stores.open();
    const event = anEvent({
      projectId: newId(),
      parentId: newId(),
      data: { text: 'ä\u0000\n"', list: [1, null, true] },
    });
    const result = await store.commit({ guard: { kind: 'none' }, events: [event] });
    const [stored] = await store.listEvents({ after: 0, limit: 1 });
    expect(result).toEqual({ ok: true, events: [stored] });
    expect(stored).toMatchObject({ ...event, seq: 1 });
  });

  it('lists events after a place, of a project and of a chain', async () => {
    const store = await stores.open();
    const projectId = newId<never>();
    const foreign = newId<never>();
    await store.commit({
      guard: { kind: 'none' },
      events: [
        anEvent({ chainId: 'a', projectId }),
        anEvent({ chainId: 'b', projectId }),
        anEvent({ chainId: 'a', projectId: foreign }),
        anEvent({ chainId: 'a', projectId }),
      ],
    });
    const seqs = async (query: Parameters<Store['listEvents']>[0]) =>
      (await store.listEvents(query)).map(({ seq }) => seq);
    expect(await seqs({ after: 0, limit: 10 })).toEqual([1, 2, 3, 4]);
    expect(await seqs({ after: 1, limit: 2 })).toEqual([2, 3]);
    expect(await seqs({ after: 0, limit: 10, projectId })).toEqual([1, 2, 4]);
    expect(await seqs({ after: 0, limit: 10, chainId: 'a' })).toEqual([1, 3, 4]);
    expect(await seqs({ after: 0, limit: 10, chainId: 'a', projectId })).toEqual([1, 4]);
  });

  it('refuses to change or remove an event, whoever asks [S3]', async () => {
    const store = await stores.open();
    await store.commit(aChange());
    for (const sql of [`update event_rows set data = '{}'`, 'delete from event_rows']) {
      await expect(runSql(stores.url, sql)).rejects.toThrow('events are append-only');
    }
    for (const sql of [`update names set text = 'other'`, 'delete from names']) {
      await expect(runSql(stores.url, sql)).rejects.toThrow('names are append-only');
    }
    expect(await allEvents(store)).toHaveLength(2);
  });

  it('writes no event for a change that has none', async () => {
    const store = await stores.open();
    const call = aToolCall();
    expect(await store.commit({ guard: { kind: 'call', call }, events: [] })).toEqual({ ok: true, events: [] });
    expect(await store.headSeq()).toBe(0);
  });
});

function aChange(chainId: string = newId()): Change {
  return { guard: { kind: 'none' }, events: [anEvent({ chainId, data: { n: 1.5 } }), anEvent({ chainId })] };
}

function allEvents(store: Store): Promise<StoredEvent[]> {
  return store.listEvents({ after: 0, limit: 1000 });
}

function recomputedHead(events: readonly StoredEvent[]): string {
  let hash = genesisHash;
  for (const event of events) {
    hash = eventHash(hash, event);
    expect(event.hash).toBe(hash);
  }
  return hash;
}
