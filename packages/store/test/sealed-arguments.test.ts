import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CountersignError } from '@countersign/contract';
import { addWorkspace, anApproval, aState, aToolCall, describeOnEachDatabase } from '@countersign/testing';
import { type ToolCall, transition } from '@countersign/tool-call';
import { expect, it } from 'vitest';
import { openStore, sealingCipher, sealingKeyBytes } from '../src/index.ts';
import { runSql } from './run-sql.ts';
import { useStores } from './stores.ts';

const canary = `canary-${randomBytes(12).toString('hex')}`;
const real = JSON.stringify({ content: `API_TOKEN=${canary}`, path: '.env' });
const request = { sealedArguments: real, params: '{"content":"API_TOKEN=***REDACTED***","path":".env"}' };

describeOnEachDatabase('real arguments', (database) => {
  const stores = useStores(database);
  const otherCipher = sealingCipher(randomBytes(sealingKeyBytes));

  const put = async (store: Awaited<ReturnType<typeof stores.open>>, call: ToolCall) =>
    expect((await store.commit({ guard: { kind: 'call', call }, events: [] })).ok).toBe(true);
  const columnOf = async (call: ToolCall): Promise<Buffer | null> => {
    const [row] = await runSql(stores.url, `select sealed_arguments from tool_calls where id = '${call.id}'`);
    return row!.sealed_arguments === null ? null : Buffer.from(row!.sealed_arguments as Uint8Array);
  };
  /** Every byte that is kept: of SQLite the files themselves, the write-ahead log included. */
  const everything = async (): Promise<Buffer> => {
    if (database.name === 'postgres') return Buffer.from(JSON.stringify(await runSql(stores.url, dump)));
    const folder = dirname(stores.url);
    return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
  };
  const dump = 'select c::text as row, c.sealed_arguments::text as sealed from call_rows as c';

  it('are never readable in the database, neither while the call is open nor after [G8]', async () => {
    const store = await openStore(stores.url, { cipher: otherCipher });
    let call = aToolCall({ request });
    await put(store, call);
    expect((await columnOf(call))!.length).toBeGreaterThan(real.length);
    expect((await everything()).includes(canary)).toBe(false);

    const found = (await store.findCall(call.request.projectId, call.id))!;
    expect(found).toEqual(call);
    const expired = transition(found, { type: 'cancel', at: 5, by: 'Ada' });
    call = expired.ok ? expired.call : call;
    await put(store, call);
    expect(await columnOf(call)).toBeNull();
    expect((await everything()).includes(canary)).toBe(false);
    await store.close();
    expect((await everything()).includes(canary)).toBe(false);
  });

  it('are sealed anew for each call, and moved on as they are [G8]', async () => {
    const store = await stores.open();
    const [one, other] = [aToolCall({ request }), aToolCall({ request })];
    await put(store, one);
    await put(store, other);
    const sealed = await columnOf(one);
    expect(sealed!.equals((await columnOf(other))!)).toBe(false);
    const found = (await store.findCall(one.request.projectId, one.id))!;
    await put(store, { ...found, version: 2, state: aState.approved() });
    expect(await columnOf(one)).toEqual(sealed);
    expect((await store.findCall(one.request.projectId, one.id))!.request.sealedArguments).toBe(real);
  });

  it('are opened only when they are read, so that a foreign seal spoils no list [G8, S2]', async () => {
    const store = await stores.open();
    const { project, session, agent } = await addWorkspace(store);
    const of = { projectId: project.id, sessionId: session.id, agentId: agent.id };
    const call = aToolCall({ request: { ...request, ...of } });
    const approval = anApproval({ callId: call.id, projectId: project.id, sessionId: session.id });
    await store.commit({
      guard: { kind: 'call', call },
      following: [{ kind: 'approval', record: approval }],
      events: [],
    });

    const stranger = await stores.open({ cipher: otherCipher });
    const page = { limit: 10, cursor: null };
    const [listed] = (await stranger.listCalls({ projectId: project.id }, page)).items;
    expect(listed!.request.params).toBe(request.params);
    expect((await stranger.listApprovals({ projectId: project.id }, page)).items).toHaveLength(1);
    expect(() => listed!.request.sealedArguments).toThrow('the key they were sealed with differs');
    expect(() => listed!.request.sealedArguments).toThrow(CountersignError);
    const keyless = await stores.open({ readOnly: true, cipher: undefined as never });
    const seen = (await keyless.findCall(project.id, call.id))!;
    expect(() => seen.request.sealedArguments).toThrow('this process has no sealing key');

    // It can still be ended, without being opened.
    const ended = transition(listed!, { type: 'cancel', at: 5, by: 'Ada' });
    if (!ended.ok) throw new Error(ended.refusal);
    await put(stranger, ended.call);
    expect(await columnOf(call)).toBeNull();
  });

  it('cannot be changed, nor put in the row of another call [L7]', async () => {
    const store = await stores.open();
    const [one, other] = [aToolCall({ request }), aToolCall({ request })];
    await put(store, one);
    await put(store, other);
    const sealed = (await columnOf(one))!;
    const write = (bytes: Buffer) => {
      const literal = database.name === 'postgres' ? `'\\x${bytes.toString('hex')}'` : `x'${bytes.toString('hex')}'`;
      const id = other.id.replaceAll('-', '');
      const key = database.name === 'postgres' ? `'\\x${id}'` : `x'${id}'`;
      return runSql(stores.url, `update call_rows set sealed_arguments = ${literal} where id = ${key}`);
    };
    const opened = async () => (await store.findCall(other.request.projectId, other.id))!.request.sealedArguments;
    await write(sealed);
    await expect(opened()).rejects.toThrow('were changed in the database');
    const bent = Buffer.from((await columnOf(one))!);
    bent[bent.length - 20]! ^= 1;
    await write(bent);
    await expect(opened()).rejects.toThrow('were changed in the database');
    await write(Buffer.concat([Buffer.from([9]), sealed.subarray(1)]));
    await expect(opened()).rejects.toThrow('another version');
    await write(sealed.subarray(0, 20));
    await expect(opened()).rejects.toThrow('were changed in the database');
  });

  it('that hold secrets are not stored by whoever has no key, and others are [G8]', async () => {
    const store = await stores.open({ cipher: undefined as never });
    await expect(store.commit({ guard: { kind: 'call', call: aToolCall({ request }) }, events: [] })).rejects.toThrow();
    const plain = aToolCall();
    await put(store, plain);
    expect(await columnOf(plain)).toHaveLength(0);
  });
});
