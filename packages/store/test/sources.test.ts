import { randomBytes } from 'node:crypto';
import { newId, type ToolCallId } from '@countersign/contract';
import type { Store } from '@countersign/control-plane';
import {
  aContinuation,
  addWorkspace,
  anAgent,
  anUpstreamDefinition,
  anUpstreamTool,
  aSource,
  aToolCall,
  describeOnEachDatabase,
} from '@countersign/testing';
import { toolVersion } from '@countersign/tool-call';
import { expect, it } from 'vitest';
import { sealingCipher, sealingKeyBytes } from '../src/index.ts';
import { runSql } from './run-sql.ts';
import { useStores } from './stores.ts';

const canary = `canary-${randomBytes(12).toString('hex')}`;

describeOnEachDatabase('what is kept of services', (database) => {
  const stores = useStores(database);
  const put = async (store: Store, guard: Parameters<Store['commit']>[0]['guard'], following: never[] = []) =>
    (await store.commit({ guard, following, events: [] })).ok;

  it('comes back as it was: sources, their documents and their tools, with the same versions [U1]', async () => {
    const store = await stores.open({ redactor: { text: (text) => text.replaceAll(canary, 'masked') } });
    const source = aSource({ name: 'pizzeria', nextRefreshAt: 7, refreshError: 'away', refreshFailures: 2 });
    const tools = ['order', 'bake']
      .map((name) => anUpstreamTool(source, name))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const committed = await store.commit({
      guard: { kind: 'new_source', record: source },
      following: [
        ...tools.map((record) => ({ kind: 'upstream_tool', record }) as const),
        { kind: 'document', sourceId: source.id, text: `document with ${canary}` },
      ],
      events: [],
    });
    expect(committed.ok).toBe(true);
    expect(await store.findSource('pizzeria')).toEqual(source);
    expect(await store.listSources()).toEqual([source]);
    expect(await store.findDocument(source.id)).toBe(`document with ${canary}`);
    expect(await store.listToolsOfSource(source.id)).toEqual(tools);
    expect(await store.findUpstreamTools(['pizzeria__bake', 'nothing'])).toEqual([tools[0]]);
    const heads = await store.listUpstreamToolHeads();
    expect(heads).toEqual(tools.map(({ definition: _, ...head }) => head));
    for (const { definition, version } of await store.listToolsOfSource(source.id)) {
      expect(toolVersion(definition)).toBe(version);
    }
  });

  it('is changed only by who saw it as it is, and a name is taken once [U1, L3]', async () => {
    const store = await stores.open();
    const source = aSource({ name: 'one' });
    expect(await put(store, { kind: 'new_source', record: source })).toBe(true);
    expect(await put(store, { kind: 'new_source', record: aSource({ name: 'one' }) })).toBe(false);
    const next = { ...source, version: 2, refreshError: 'first' };
    const rivals = [next, { ...next, refreshError: 'second' }].map((record) => put(store, { kind: 'source', record }));
    expect((await Promise.all(rivals)).filter(Boolean)).toHaveLength(1);
    expect(await put(store, { kind: 'source', record: { ...source, version: 2 } })).toBe(false);
    expect(await store.findSource('one')).toMatchObject({ version: 2 });
  });

  it('lets a tool change without switching it on, go, come back, and go with its source [U1]', async () => {
    const store = await stores.open();
    const source = aSource();
    const tool = anUpstreamTool(source, 'order');
    const offer = { kind: 'upstream_tool', record: tool } as never;
    await put(store, { kind: 'new_source', record: source }, [offer]);
    expect(await put(store, { kind: 'tool_switched', name: tool.name, isEnabled: false, at: 5 })).toBe(true);
    expect(await put(store, { kind: 'tool_switched', name: 'nothing', isEnabled: false, at: 5 })).toBe(false);
    const definition = anUpstreamDefinition(source.settings.name, 'order', { description: 'Another' });
    const changed = anUpstreamTool(source, 'order', { definition, updatedAt: 6 });
    const write = (following: object) => put(store, { kind: 'none' }, [following] as never[]);
    await write({ kind: 'upstream_tool', record: changed });
    const found = async () => (await store.findUpstreamTools([tool.name]))[0];
    expect(await found()).toEqual({ ...changed, isEnabled: false });
    await write({ kind: 'tool_deprecated', name: tool.name, at: 8 });
    await write({ kind: 'tool_deprecated', name: tool.name, at: 9 });
    expect(await found()).toMatchObject({ deprecatedAt: 8 });
    await write({ kind: 'upstream_tool', record: changed });
    expect(await found()).toMatchObject({ deprecatedAt: null, isEnabled: false });
    const removal = [
      { kind: 'remove_offer', sourceId: source.id },
      { kind: 'remove_document', sourceId: source.id },
    ] as never[];
    expect(await put(store, { kind: 'remove_source', sourceId: source.id }, removal)).toBe(true);
    expect(await put(store, { kind: 'remove_source', sourceId: source.id }, removal)).toBe(false);
    expect(await store.listUpstreamToolHeads()).toEqual([]);
    expect(await store.findDocument(source.id)).toBeNull();
  });

  it('seals secrets under their names, so that no other key and no other name opens them [U3, G8]', async () => {
    const store = await stores.open();
    const secret = (name: string, value: string, updatedAt: number) =>
      put(store, { kind: 'none' }, [{ kind: 'secret', record: { name, createdAt: 1, updatedAt }, value }] as never[]);
    await secret('key', 'the first value', 1);
    await secret('key', canary, 2);
    await secret('other', 'another value', 3);
    expect(await store.openSecret('key')).toBe(canary);
    expect(await store.openSecret('nothing')).toBeNull();
    expect(await store.listSecrets()).toEqual([
      { name: 'key', createdAt: 1, updatedAt: 2 },
      { name: 'other', createdAt: 1, updatedAt: 3 },
    ]);
    const rows = await runSql(stores.url, 'select * from secrets');
    expect(rows.some(({ sealed }) => Buffer.from(sealed as Uint8Array).includes(canary))).toBe(false);
    await runSql(
      stores.url,
      `update secrets set sealed = (select sealed from secrets where name = 'key') where name = 'other'`,
    );
    await expect(store.openSecret('other')).rejects.toThrow('countersign secrets set other');
    const stranger = await stores.open({ cipher: sealingCipher(randomBytes(sealingKeyBytes)) });
    await expect(stranger.openSecret('key')).rejects.toThrow('differs from the one of this server');
    expect(await put(store, { kind: 'remove_secret', name: 'key' })).toBe(true);
    expect(await put(store, { kind: 'remove_secret', name: 'key' })).toBe(false);
    expect(await store.openSecret('key')).toBeNull();
  });

  it('keeps on whose behalf a call is made, sealed, and only until it is settled [U3, G8]', async () => {
    const store = await stores.open();
    const caller = {
      issuer: 'https://issuer.example',
      subject: 'ada',
      actor: 'agent',
      sessionKey: 's',
      token: canary,
      tokenExpiresAt: 5,
      claims: { roles: [canary] },
    };
    const call = aToolCall({ request: { caller } });
    await put(store, { kind: 'call', call });
    const found = (await store.findCall(call.request.projectId, call.id))!;
    expect(found).toEqual(call);
    const column = async () => (await runSql(stores.url, 'select sealed_caller, tool_params from call_rows'))[0]!;
    const { sealed_caller: sealed } = await column();
    expect(Buffer.from(sealed as Uint8Array).includes(canary)).toBe(false);
    // Moved on as it is, and gone with the arguments.
    await put(store, { kind: 'call', call: { ...found, version: 2 } });
    expect(Buffer.from((await column()).sealed_caller as Uint8Array)).toEqual(Buffer.from(sealed as Uint8Array));
    const settled = { ...found.request, sealedArguments: null, caller: null };
    await put(store, { kind: 'call', call: { ...found, version: 3, request: settled } });
    expect((await column()).sealed_caller).toBeNull();
    expect((await store.findCall(call.request.projectId, call.id))!.request.caller).toBeNull();
  });

  it('lets one of many own the next step of a call that goes on [U7, L3]', async () => {
    const store = await stores.open();
    const [first, second] = [aContinuation({ nextAt: 10, state: { token: canary } }), aContinuation({ nextAt: 20 })];
    for (const record of [second, first]) {
      await put(store, { kind: 'none' }, [{ kind: 'new_continuation', record }] as never[]);
    }
    expect(await store.nextContinuationAt()).toBe(10);
    expect(await store.listDueContinuations(9, 10)).toEqual([]);
    expect(await store.listDueContinuations(20, 10)).toEqual([first, second]);
    expect(await store.listDueContinuations(20, 1)).toEqual([first]);
    const owned = { ...first, version: 2, nextAt: 30 };
    const rivals = [owned, { ...owned, nextAt: 40 }].map((record) => put(store, { kind: 'continuation', record }));
    expect((await Promise.all(rivals)).filter(Boolean)).toHaveLength(1);
    const rows = await runSql(stores.url, 'select sealed from continuations');
    expect(rows.some(({ sealed }) => Buffer.from(sealed as Uint8Array).includes(canary))).toBe(false);
    // One that cannot be opened here spoils no list.
    const stranger = await stores.open({ cipher: sealingCipher(randomBytes(sealingKeyBytes)) });
    const [listed] = await stranger.listDueContinuations(100, 10);
    expect(() => listed!.state).toThrow('cannot be opened here');
    await put(store, { kind: 'none' }, [{ kind: 'end_continuation', callId: first.callId }] as never[]);
    expect(await store.findContinuation(first.callId)).toBeNull();
    expect(await put(store, { kind: 'continuation', record: { ...owned, version: 3 } })).toBe(false);
  });

  it('finds files by their project, and agents by who they are elsewhere [A5, U3]', async () => {
    const store = await stores.open();
    const { project, user } = await addWorkspace(store);
    const file = {
      id: newId<never>(),
      projectId: project.id,
      callId: newId<ToolCallId>(),
      bytes: 5,
      sha256: 'a'.repeat(64),
      contentType: 'text/plain',
      createdAt: 3,
    };
    await put(store, { kind: 'none' }, [{ kind: 'file', record: file }] as never[]);
    expect(await store.findFile(project.id, file.id)).toEqual(file);
    expect(await store.findFile(newId(), file.id)).toBeNull();
    const agent = anAgent({ projectId: project.id, ownerId: user.id, externalId: 'issuer|ada' });
    expect(await put(store, { kind: 'agent', record: agent })).toBe(true);
    expect(await put(store, { kind: 'agent', record: anAgent({ ...agent, id: newId(), name: 'x' }) })).toBe(false);
    expect(await store.findAgentByExternalId('issuer|ada')).toEqual(agent);
    expect(await store.findAgentByExternalId('issuer|eve')).toBeNull();
  });
});
