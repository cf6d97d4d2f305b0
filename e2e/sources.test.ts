import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { addOven, addPizzeria, openPizzeria, pizzeriaOpenApi } from './harness/pizzeria.ts';
import { refused } from './harness/refused.ts';
import { ownStage, type Stage } from './harness/stage.ts';

const anOrder = { body: { pizza_type: 'margherita', size: 'large' } };
const renamed = pizzeriaOpenApi.replace('summary: Order pizzas.', 'summary: Order pizzas, and pay at once.');
/** Without the operation that removes dishes. */
const shorter = pizzeriaOpenApi.replace(/ {2}\/admin\/menu[\s\S]*?(?=components:)/, '');

const namesOf = async ({ agent, projectId }: Stage): Promise<string[]> =>
  (await agent.tools.available(projectId)).tools.map(({ name }) => name).filter((name) => name.includes('__'));
const eventsOf = async ({ server }: Stage, type: string) =>
  (await server.plane.store.listEvents({ after: 0, limit: 1_000 })).filter((event) => event.type === type);

describeOnEachDatabase('sources', (database) => {
  it('show what an import found before it is saved, and save exactly that [U1]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    const shown = await addPizzeria(stage, place, { dry_run: true });
    expect(shown).toMatchObject({ source: 'pizzeria', is_saved: false, left_out: [], warnings: [] });
    expect(shown.tools.map(({ name, method, risk_level }) => [name, method, risk_level])).toEqual([
      ['pizzeria__cancel_order', 'DELETE', 'HIGH'],
      ['pizzeria__create_order', 'POST', 'MEDIUM'],
      ['pizzeria__get_dish', 'GET', 'LOW'],
      ['pizzeria__get_order', 'GET', 'LOW'],
      ['pizzeria__get_takings', 'GET', 'LOW'],
      ['pizzeria__list_menu', 'GET', 'LOW'],
      ['pizzeria__remove_dish', 'DELETE', 'HIGH'],
    ]);
    expect(shown.changes.map(({ kind }) => kind)).toEqual(shown.tools.map(() => 'added'));
    expect(await namesOf(stage)).toEqual([]);
    expect((await stage.owner.sources.list()).sources).toEqual([]);

    const other = refused(
      addPizzeria(stage, place, { document: renamed, expected_inventory_hash: shown.inventory_hash }),
    );
    expect(await other).toMatchObject({ status: 409, code: 'inventory_changed' });
    expect(await namesOf(stage)).toEqual([]);

    const saved = await addPizzeria(stage, place, { expected_inventory_hash: shown.inventory_hash });
    expect(saved).toMatchObject({ is_saved: true, inventory_hash: shown.inventory_hash });
    expect(await namesOf(stage)).toEqual(shown.tools.map(({ name }) => name));
    expect(await eventsOf(stage, 'source.added')).toMatchObject([
      { actor: `user:${stage.ids.owner}`, data: { name: 'pizzeria', tools: 7, settings: { kind: 'openapi' } } },
    ]);
  });

  it('are listed with their tools and how they stand, without their documents [U1, U6]', async () => {
    const stage = await ownStage(database);
    await addPizzeria(stage, await openPizzeria());
    const { sources } = await stage.owner.sources.list();
    expect(sources).toMatchObject([
      {
        name: 'pizzeria',
        kind: 'openapi',
        tool_count: 7,
        deprecated_count: 0,
        disabled_count: 0,
        breaker: { state: 'closed', failures: 0 },
        refresh_error: null,
      },
    ]);
    expect(sources[0]!.settings).not.toHaveProperty('document');
    const { tools } = await stage.owner.sources.get('pizzeria');
    expect(tools).toHaveLength(7);
    const details = await stage.agent.tools.get('pizzeria__create_order');
    expect(details).toMatchObject({
      source: 'pizzeria',
      method: 'POST',
      path: '/orders',
      tags: ['orders'],
      requires_approval: true,
      profile: { mode: 'sync_http', method: 'POST' },
    });
    expect((await stage.agent.tools.list({ source: 'pizzeria' })).total_count).toBe(7);
    expect((await stage.agent.tools.list({ source: 'builtin' })).tools.map(({ name }) => name)).toContain('read_file');
  });

  it('have names of their own [U1]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    expect(await refused(addPizzeria(stage, place))).toMatchObject({ status: 409, code: 'name_taken' });
  });

  it.each([
    ['is not there', {}, 'Give the url'],
    ['is no OpenAPI', { document: 'hello: world' }, ''],
    ['cannot be read', { document: '{' }, ''],
    ['would be started', { command: ['true'] }, 'A command is for MCP servers'],
  ])('whose document %s are refused with what to do [U1]', async (_, given, reason) => {
    const stage = await ownStage(database);
    const refusal = await refused(stage.owner.sources.create({ name: 'broken', kind: 'openapi', ...given }));
    expect(refusal).toMatchObject({ status: 422, code: 'import_failed', message: expect.stringContaining(reason) });
    expect((await stage.owner.sources.list()).sources).toEqual([]);
  });

  it('are fetched by their address, guarded like every request [U1, U5]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria({ document: pizzeriaOpenApi });
    const create = (allowPrivate: boolean) =>
      stage.owner.sources.create({
        name: 'pizzeria',
        kind: 'openapi',
        url: `${place.address}/openapi.yaml`,
        base_url: place.address,
        destinations: { allow_private: allowPrivate },
      });
    expect(await refused(create(false))).toMatchObject({
      code: 'import_failed',
      details: { error_code: 'destination_refused' },
    });
    expect(place.pizzeria.seen).toEqual([]);
    expect((await create(true)).tools).toHaveLength(7);
    const missing = refused(
      stage.owner.sources.create({
        name: 'other',
        kind: 'openapi',
        url: `${place.address}/nothing`,
        destinations: { allow_private: true },
      }),
    );
    expect(await missing).toMatchObject({ code: 'import_failed', message: expect.stringContaining('404') });
  });

  it('that change ask again: what was approved or remembered before does not cover it [U1, L7, A2]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    const ask = () => stage.agent.tools.execute('pizzeria__create_order', { arguments: anOrder, wait_ms: 0 });
    const approvalOf = async (asked: Awaited<ReturnType<typeof ask>>) =>
      stage.owner.approvals.get(stage.projectId, String(asked.metadata.approval_id));

    // Remembered for every call of the tool.
    const first = await approvalOf(await ask());
    const { scope } = first.scopes.find((offer) => offer.scope === 'class') ?? first.scopes.at(-2)!;
    await stage.owner.approvals.approve(first, { scope });
    await stage.agent.waitUntilSettled(stage.projectId, first.tool_id);
    const remembered = await stage.agent.tools.execute('pizzeria__create_order', { arguments: anOrder });
    expect(remembered).toMatchObject({ status: 'completed' });

    // Waiting while the definition changes.
    const { session_id } = await stage.agent.sessions.create(stage.projectId);
    const waiting = await approvalOf(
      await stage.agent.tools.execute('pizzeria__create_order', { arguments: anOrder, wait_ms: 0, session_id }),
    );
    const before = await stage.agent.tools.get('pizzeria__create_order');
    const refreshed = await stage.owner.sources.refresh('pizzeria', { document: renamed });
    expect(refreshed.changes).toMatchObject([{ tool_id: 'pizzeria__create_order', kind: 'changed' }]);
    expect(refreshed.changes[0]!.diff.join('\n')).toMatch(/^\+.*pay at once/m);
    expect((await stage.agent.tools.get('pizzeria__create_order')).version).not.toBe(before.version);
    expect(await eventsOf(stage, 'source.refreshed')).toMatchObject([
      { data: { changed: 1, added: 0, removed: 0, tools: [{ tool_id: 'pizzeria__create_order', kind: 'changed' }] } },
    ]);

    expect(await refused(stage.owner.approvals.approve(waiting))).toMatchObject({
      status: 409,
      code: 'inventory_changed',
      message: expect.stringContaining('changed after it was asked for'),
    });
    const orders = place.pizzeria.orders.size;
    expect(await ask()).toMatchObject({ status: 'pending', metadata: { status: 'awaiting_approval' } });
    await stage.owner.approvals.reject(waiting);
    expect(place.pizzeria.orders.size).toBe(orders);
  });

  it('whose tool changed between approval and execution do not run it [U1, L7]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    const asked = await stage.agent.tools.execute('pizzeria__create_order', { arguments: anOrder, wait_ms: 0 });
    const { plane } = stage.server;
    const callId = String(asked.metadata.call_id);
    const call = (await plane.store.findCall(stage.projectId as never, callId as never))!;
    await stage.owner.sources.refresh('pizzeria', { document: renamed });
    const ended = await plane.executor.execute('pizzeria__create_order', anOrder, new AbortController().signal, {
      call,
      print: () => undefined,
    });
    expect(ended).toMatchObject({
      ok: false,
      result: { error_code: 'tool_changed', message: 'Its definition changed after it was asked for; ask again.' },
    });
    expect(place.pizzeria.seen).toEqual([]);
  });

  it('that no longer offer a tool deprecate it, and restore it when it is back [U1]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    const gone = await stage.owner.sources.refresh('pizzeria', { document: shorter });
    expect(gone.changes).toMatchObject([{ tool_id: 'pizzeria__remove_dish', kind: 'removed' }]);
    expect(await namesOf(stage)).not.toContain('pizzeria__remove_dish');
    expect((await stage.owner.sources.get('pizzeria')).source).toMatchObject({ tool_count: 6, deprecated_count: 1 });
    expect(await stage.owner.tools.get('pizzeria__remove_dish')).toMatchObject({ deprecated_at: expect.any(String) });
    const call = stage.agent.tools.execute('pizzeria__remove_dish', { arguments: { item_id: 'tiramisu' } });
    expect(await refused(call)).toMatchObject({
      status: 410,
      details: { error_code: 'tool_unavailable', is_retryable: false },
    });
    const back = await stage.owner.sources.refresh('pizzeria', { document: pizzeriaOpenApi });
    expect(back.changes).toMatchObject([{ tool_id: 'pizzeria__remove_dish', kind: 'restored' }]);
    expect(await namesOf(stage)).toContain('pizzeria__remove_dish');
  });

  it('have tools that can be switched off and on, one by one, and stay so when looked at again [U1]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    const switchTo = (isEnabled: boolean) => stage.owner.tools.change('pizzeria__list_menu', { is_enabled: isEnabled });
    expect(await switchTo(false)).toMatchObject({ tool_id: 'pizzeria__list_menu', is_enabled: false });
    expect(await namesOf(stage)).not.toContain('pizzeria__list_menu');
    expect((await stage.agent.tools.list()).tools.map(({ name }) => name)).not.toContain('pizzeria__list_menu');
    expect((await stage.owner.tools.list()).tools.map(({ name }) => name)).toContain('pizzeria__list_menu');
    await stage.owner.sources.refresh('pizzeria', { document: renamed });
    const call = () => stage.agent.tools.execute('pizzeria__list_menu');
    expect(await refused(call())).toMatchObject({ status: 410, details: { error_code: 'tool_unavailable' } });
    expect(place.pizzeria.seen).toEqual([]);
    await switchTo(true);
    expect(await call()).toMatchObject({ status: 'completed' });
    expect(await eventsOf(stage, 'tool.changed')).toMatchObject([
      { subjectId: 'pizzeria__list_menu', data: { is_enabled: false } },
      { data: { is_enabled: true } },
    ]);
    expect(await refused(stage.owner.tools.change('read_file', { is_enabled: false }))).toMatchObject({ status: 404 });
  });

  it('that are removed take their tools along, and what they did stays in the record [U1]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    const { metadata } = await stage.agent.tools.execute('pizzeria__list_menu');
    expect(await stage.owner.sources.remove('pizzeria')).toMatchObject({ name: 'pizzeria', tool_count: 7 });
    expect(await namesOf(stage)).toEqual([]);
    expect(await refused(stage.owner.sources.get('pizzeria'))).toMatchObject({ status: 404 });
    expect(await refused(stage.agent.tools.execute('pizzeria__list_menu'))).toMatchObject({ status: 404 });
    const call = await stage.owner.toolCalls.get(stage.projectId, String(metadata.call_id));
    expect(call).toMatchObject({ status: 'completed', result: { tool_id: 'pizzeria__list_menu' } });
    // The name is free again.
    expect((await addPizzeria(stage, place)).is_saved).toBe(true);
  });

  it('are looked at again when it is time, failures recorded and tried ever more rarely [U1]', async () => {
    const stage = await ownStage(database);
    const options = { document: pizzeriaOpenApi };
    const place = await openPizzeria(options);
    await stage.owner.sources.create({
      name: 'pizzeria',
      kind: 'openapi',
      url: `${place.address}/openapi.yaml`,
      base_url: place.address,
      destinations: { allow_private: true },
      refresh_seconds: 60,
    });
    const source = async () => (await stage.owner.sources.get('pizzeria')).source;
    const { inventory_hash: first } = await source();
    options.document = renamed;
    stage.clock.advance(60_000);
    await expect.poll(async () => (await source()).inventory_hash, { timeout: 20_000 }).not.toBe(first);
    expect(await eventsOf(stage, 'source.refreshed')).toMatchObject([{ actor: 'system', data: { changed: 1 } }]);

    options.document = 'nonsense: true';
    stage.clock.advance(60_000);
    await expect.poll(async () => (await source()).refresh_error, { timeout: 20_000 }).not.toBeNull();
    expect(await namesOf(stage)).toHaveLength(7);
    expect(await eventsOf(stage, 'source.refresh_failed')).toHaveLength(1);
    const looks = () => place.pizzeria.seen.filter(({ path }) => path === '/openapi.yaml').length;
    const failed = looks();
    options.document = renamed;
    stage.clock.advance(60_000);
    await expect.poll(looks, { timeout: 20_000 }).toBe(failed + 1);
    await expect.poll(async () => (await source()).refresh_error, { timeout: 20_000 }).toBeNull();
  });

  it('that would send credentials to another host are not changed by the clock [U1, U3]', async () => {
    const stage = await ownStage(database);
    const options = { document: pizzeriaOpenApi };
    const place = await openPizzeria(options);
    await stage.owner.secrets.put('pizzeria-key', 'the key of the pizzeria');
    options.document = pizzeriaOpenApi.replace('http://127.0.0.1:8123', place.address);
    await stage.owner.sources.create({
      name: 'pizzeria',
      kind: 'openapi',
      url: `${place.address}/openapi.yaml`,
      destinations: { allow_private: true },
      auth: { mode: 'api_key', in: 'header', name: 'X-API-Key', secret: 'pizzeria-key' },
      refresh_seconds: 60,
    });
    options.document = pizzeriaOpenApi.replace('http://127.0.0.1:8123', 'https://elsewhere.example');
    stage.clock.advance(60_000);
    const source = async () => (await stage.owner.sources.get('pizzeria')).source;
    await expect.poll(async () => (await source()).refresh_error, { timeout: 20_000 }).toContain('elsewhere.example');
    expect(await stage.agent.tools.get('pizzeria__list_menu')).toMatchObject({ host: new URL(place.address).host });
    const byHand = await stage.owner.sources.refresh('pizzeria', { dry_run: true });
    expect(byHand.warnings.join(' ')).toContain('elsewhere.example');
  });

  it('stay after a restart, with their tools [U1, L2]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    await addOven(stage, place);
    const before = await stage.owner.tools.list();
    await stage.restart();
    expect(await stage.owner.tools.list()).toEqual(before);
    expect(await stage.agent.tools.execute('pizzeria__list_menu')).toMatchObject({ status: 'completed' });
  });
});
