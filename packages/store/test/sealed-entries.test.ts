import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Entry } from '@countersign/agent';
import { type JsonValue, newId, type ToolCallId } from '@countersign/contract';
import type { Store } from '@countersign/control-plane';
import { aMessage, aModelEntry, aRun, describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { sealingCipher, sealingKeyBytes } from '../src/index.ts';
import { runSql } from './run-sql.ts';
import { useStores } from './stores.ts';

const canary = `canary-${randomBytes(12).toString('hex')}`;
const mask = (text: string) => text.replaceAll(canary, '***REDACTED***').replaceAll('hunter2', '***REDACTED***');
const redactor = {
  text: (text: string) => text.replaceAll(canary, '***REDACTED***'),
  json: (value: JsonValue) => JSON.parse(mask(JSON.stringify(value))) as JsonValue,
};
const run = aRun();

function asking(no: number, args: { readonly [name: string]: string }): Entry {
  const call = { callId: newId<ToolCallId>(), modelCallId: 'c1', toolName: 'write_file', args, problem: null };
  return aModelEntry({ no, text: '', calls: [call] });
}

describeOnEachDatabase('entries of a run', (database) => {
  const stores = useStores(database);

  const put = (store: Store, entries: readonly Entry[], given = run) =>
    store.commit({
      guard: { kind: 'run', run: given },
      following: [{ kind: 'run_entries', runId: given.id, entries }],
      events: [],
    });
  const columns = () => runSql(stores.url, 'select no, content, sealed from run_entries order by no');
  /** Every byte that is kept: of SQLite the files themselves, the write-ahead log included. */
  const everything = async (): Promise<string> => {
    if (database.name === 'postgres') {
      const tables = ['runs', 'run_entries', 'messages', 'event_rows', 'names'];
      const rows = await Promise.all(tables.map((table) => runSql(stores.url, `select t::text from ${table} as t`)));
      return JSON.stringify(rows);
    }
    const folder = dirname(stores.url);
    return readdirSync(folder)
      .map((name) => readFileSync(join(folder, name)).toString('latin1'))
      .join('');
  };

  it('come back exactly as they were, a page at a time [W2]', async () => {
    const store = await stores.open({ redactor });
    const entries: Entry[] = [
      { no: 1, at: 1, turn: null, kind: 'user', messageId: run.messageId, text: 'Write it.' },
      asking(2, { path: 'a', content: `TOKEN=${canary}` }),
      asking(3, { path: 'a', half: '\ud800 \u0000' }),
      aModelEntry({ no: 4, providerData: { signature: 'x'.repeat(2_000) } }),
    ];
    await put(store, entries.slice(0, 2));
    await put(store, entries.slice(2), { ...run, version: 2 });
    expect(await store.listEntries(run.id, 0, 10)).toEqual(entries);
    expect(await store.listEntries(run.id, 1, 2)).toEqual(entries.slice(1, 3));
    expect(await store.listEntries(newId(), 0, 10)).toEqual([]);
  });

  it('are sealed where masking would change them, by name too, and else can be read [G8]', async () => {
    const store = await stores.open({ redactor });
    await put(store, [
      aModelEntry({ no: 1, text: 'Nothing to hide.' }),
      aModelEntry({ no: 2, text: `The token is ${canary}.` }),
      asking(3, { path: 'a', content: canary }),
      asking(4, { path: 'a', password: 'hunter2' }),
      aModelEntry({ no: 5, providerData: { thought: canary } }),
    ]);
    const isSealed = (await columns()).map(({ content, sealed }) => content === null && sealed !== null);
    expect(isSealed).toEqual([false, true, true, true, true]);
    const kept = await everything();
    expect(kept).toContain('Nothing to hide.');
    expect(kept).not.toContain(canary);
    expect(kept).not.toContain('hunter2');
  });

  it('and what is said beside them leave no secret in the database [G8]', async () => {
    const store = await stores.open({ redactor });
    const secretive = {
      ...run,
      task: `Use ${canary}`,
      asked: 'cancel',
      askedReason: canary,
      fingerprints: ['0a'.repeat(32)],
      end: { reason: canary, answer: `It is ${canary}`, errorClass: null, limit: null },
    } as const;
    const message = aMessage({ projectId: run.projectId, text: `Use ${canary}`, author: canary });
    await store.commit({
      guard: { kind: 'run', run: secretive },
      following: [{ kind: 'message', record: message }],
      events: [],
    });
    expect(await everything()).not.toContain(canary);
    const stored = (await store.loadRun(run.id))!;
    expect(stored.task).toContain('***REDACTED***');
    expect(stored.end!.answer).toContain('***REDACTED***');
    // Marks of ours stay what they are: by them it is seen whether a run gets anywhere.
    expect(stored.fingerprints).toEqual(secretive.fingerprints);
    expect((await store.findMessage(run.projectId, message.id))!.text).toContain('***REDACTED***');
  });

  it('cannot be opened with another key, nor put in the place of another [G8, L7]', async () => {
    const store = await stores.open({ redactor });
    await put(store, [aModelEntry({ no: 1, text: canary }), aModelEntry({ no: 2, text: `${canary} too` })]);
    const stranger = await stores.open({ cipher: sealingCipher(randomBytes(sealingKeyBytes)) });
    await expect(stranger.listEntries(run.id, 0, 10)).rejects.toThrow('The words of this run cannot be opened here');
    await runSql(
      stores.url,
      'update run_entries set sealed = (select sealed from run_entries where no = 1) where no = 2',
    );
    await expect(store.listEntries(run.id, 0, 10)).rejects.toThrow('were changed in the database');
  });
});
