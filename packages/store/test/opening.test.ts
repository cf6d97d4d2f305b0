import { statSync } from 'node:fs';
import { addWorkspace, anEvent, aToolCall, databases, describeOnEachDatabase } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { openStore } from '../src/index.ts';
import { runSql } from './run-sql.ts';
import { useStores } from './stores.ts';

describeOnEachDatabase('opening a store', (database) => {
  const stores = useStores(database);

  it('finds everything again that was committed before it was closed [L2]', async () => {
    const before = await openStore(stores.url);
    const { project, session } = await addWorkspace(before);
    const call = aToolCall({ request: { projectId: project.id } });
    await before.commit({ guard: { kind: 'call', call }, events: [anEvent()] });
    await before.close();
    const after = await stores.open();
    expect(await after.findCall(project.id, call.id)).toEqual(call);
    expect(await after.findSession(project.id, session.id)).toEqual(session);
    expect(await after.headSeq()).toBe(1);
    const next = await after.commit({ guard: { kind: 'none' }, events: [anEvent()] });
    expect(next).toMatchObject({ ok: true, events: [{ seq: 2 }] });
  });

  it('is done by several processes at once on an empty database [S2]', async () => {
    const opened = await Promise.all(Array.from({ length: 4 }, () => stores.open()));
    await Promise.all(opened.map((store) => store.ping()));
  });

  it('refuses a database that a newer version has written', async () => {
    await (await openStore(stores.url)).close();
    await runSql(stores.url, `insert into kysely_migration (name, timestamp) values ('9999-later', '')`);
    await expect(openStore(stores.url)).rejects.toThrow('newer version of Countersign (it has 9999-later)');
    await expect(openStore(stores.url, { readOnly: true })).rejects.toThrow('newer version of Countersign');
  });

  it('for reading only, reads and changes nothing [S3]', async () => {
    const writing = await stores.open();
    const reading = await stores.open({ readOnly: true });
    await writing.commit({ guard: { kind: 'none' }, events: [anEvent()] });
    expect(await reading.listEvents({ after: 0, limit: 10 })).toHaveLength(1);
    await expect(reading.commit({ guard: { kind: 'none' }, events: [anEvent()] })).rejects.toThrow();
    expect(await reading.headSeq()).toBe(1);
  });

  it('for reading only, refuses a database that has no schema yet', async () => {
    await runSql(stores.url, 'create table something_else (id text)');
    await expect(openStore(stores.url, { readOnly: true })).rejects.toThrow('Start the server on it once');
  });

  it('writes what was asked for before it was closed, and nothing after', async () => {
    const store = await openStore(stores.url);
    const change = { guard: { kind: 'none' }, events: [anEvent()] } as const;
    const asked = store.commit(change);
    await store.close();
    expect((await asked).ok).toBe(true);
    await expect(store.commit(change)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a SQLite file', () => {
  const stores = useStores(databases[0]!);

  it('can be read by its owner only, with all that is beside it', async () => {
    const store = await stores.open();
    await store.commit({ guard: { kind: 'none' }, events: [anEvent()] });
    const modes = ['', '-wal', '-shm'].map((end) => statSync(stores.url + end).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });
});

describe('the name of a database', () => {
  it('may be a SQLite file that goes with the store', async () => {
    const [one, other] = [await openStore(':memory:'), await openStore('sqlite::memory:')];
    await one.commit({ guard: { kind: 'none' }, events: [anEvent()] });
    expect(await one.headSeq()).toBe(1);
    expect(await other.headSeq()).toBe(0);
    await Promise.all([one.close(), other.close()]);
  });

  it.each(['', 'sqlite:', 'mysql://localhost/x'])('is refused where it names none: "%s"', async (url) => {
    await expect(openStore(url)).rejects.toThrow('Name a database');
  });
});
