import { DatabaseSync } from 'node:sqlite';
import type { Change, Store } from '@countersign/control-plane';
import { anEvent, aState, aToolCall, databases } from '@countersign/testing';
import type { ToolCall } from '@countersign/tool-call';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packId } from '../src/rows/packed-text.ts';
import { useStores } from './stores.ts';

const [sqlite, postgres] = databases;

describe('a SQLite file that another process is writing to', () => {
  const stores = useStores(sqlite!);

  it('is written to once the other one is done', async () => {
    const store = await stores.open();
    const other = new DatabaseSync(stores.url);
    other.exec('begin immediate');
    const committed = store.commit(aChange());
    // Two turns: the first attempt has met the lock and waits to be made again.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    other.exec('rollback');
    other.close();
    expect((await committed).ok).toBe(true);
  });

  it('is left alone after so many attempts, and the caller is told that nothing was written', async () => {
    const store = await stores.open();
    const other = new DatabaseSync(stores.url);
    other.exec('begin immediate');
    await expect(store.commit(aChange())).rejects.toMatchObject({ code: 'unavailable' });
    other.exec('rollback');
    other.close();
    expect(await store.headSeq()).toBe(0);
    expect((await store.commit(aChange())).ok).toBe(true);
  });
});

describe.skipIf(postgres!.isMissing)('PostgreSQL in trouble', () => {
  const stores = useStores(postgres!);
  let admin: pg.Client;
  beforeEach(async () => {
    admin = new pg.Client({ connectionString: stores.url });
    await admin.connect();
  });
  afterEach(() => admin.end());

  it('tells the caller that the outcome is open when the connection is lost, and goes on with a new one', async () => {
    const store = await stores.open({ onFault: () => {} });
    await admin.query('begin; update event_head set seq = seq');
    const committed = store.commit(aChange());
    const failed = expect(committed).rejects.toMatchObject({ code: 'unavailable' });
    await admin.query('select pg_terminate_backend($1)', [await whoWaits()]);
    await failed;
    await admin.query('rollback');
    expect(await store.commit(aChange())).toMatchObject({ ok: true, events: [{ seq: 1 }] });
  });

  it('goes on listening after every connection was lost [S2]', async () => {
    const [one, other] = [await stores.open({ onFault: () => {} }), await stores.open({ onFault: () => {} })];
    const heard = new Promise<number[]>((resolve) => {
      const seqs: number[] = [];
      one.subscribe((events) => {
        seqs.push(...events.map(({ seq }) => seq));
        if (seqs.length === 2) resolve(seqs);
      });
    });
    await other.commit(aChange());
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'countersign' and datname = current_database()`,
    );
    await committedInTheEnd(other);
    expect(await heard).toEqual([1, 2]);
  });

  it('is asked again after a deadlock, and then the batch is written [S2]', async () => {
    const store = await stores.open();
    const [a, b] = await Promise.all([storedCall(store), storedCall(store)]);
    const [first, second] = [a, b].map(({ id }) => id).sort();
    const moveAside = 'update call_rows set machine_no = null where id = $1';
    // The other side is patient: it is our transaction that PostgreSQL gives up.
    await admin.query(`set deadlock_timeout = '60s'`);
    await admin.query('begin');
    await admin.query(moveAside, [packId(second!)]);
    const moved = [a, b].map((call) =>
      store.commit({ guard: { kind: 'call', call: { ...call, version: 2, state: aState.rejected() } }, events: [] }),
    );
    await whoWaits();
    await admin.query(moveAside, [packId(first!)]);
    await admin.query('commit');
    expect((await Promise.all(moved)).map(({ ok }) => ok)).toEqual([true, true]);
  });

  /** The server's process that waits for a lock. Inside a transaction the view would not change. */
  async function whoWaits(): Promise<number> {
    for (;;) {
      await admin.query('select pg_stat_clear_snapshot()');
      const { rows } = await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      if (rows[0]) return rows[0].pid;
    }
  }
});

function aChange(): Change {
  return { guard: { kind: 'none' }, events: [anEvent()] };
}

async function storedCall(store: Store): Promise<ToolCall> {
  const call = aToolCall();
  await store.commit({ guard: { kind: 'call', call }, events: [] });
  return call;
}

async function committedInTheEnd(store: Store): Promise<void> {
  const result = await store.commit(aChange()).catch(() => null);
  if (result === null) await committedInTheEnd(store);
}
