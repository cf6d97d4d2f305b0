import { CountersignError, type SourceSettings, type ToolChange, type ToolDefinition } from '@countersign/contract';
import { anUpstreamDefinition, describeOnEachDatabase } from '@countersign/testing';
import { toolVersion } from '@countersign/tool-call';
import { expect, it, onTestFinished } from 'vitest';
import { eventsOf, refusalOf } from '../../test/acts.ts';
import { useScene } from '../../test/plane.ts';
import {
  type ImportOptions,
  type Inventory,
  type KnownTool,
  putSecret,
  refreshSource,
  registerSource,
  removeSecret,
  removeSource,
  type SourceImporter,
  SourceRefresher,
  switchTool,
} from '../index.ts';

const patience = { timeout: 20_000, interval: 10 };
const plain: ImportOptions = { dryRun: false, expectedInventoryHash: null };
const again = { ...plain, document: null, isUnattended: false };

let sources = 0;

/** A service whose tools a test changes at will. */
class Service implements SourceImporter {
  readonly name: string;
  readonly seen: SourceSettings[] = [];
  tools: ToolDefinition[];
  fault: Error | null = null;

  constructor(...tools: readonly string[]) {
    sources += 1;
    this.name = `service-${sources}`;
    this.tools = tools.map((tool) => this.tool(tool));
  }

  tool(name: string, given: Partial<ToolDefinition> = {}): ToolDefinition {
    return anUpstreamDefinition(this.name, name, given);
  }

  get settings(): SourceSettings {
    return { name: this.name, kind: 'http', document: 'the tools' };
  }

  async import(settings: SourceSettings): Promise<Inventory> {
    this.seen.push(settings);
    if (this.fault) throw this.fault;
    return { tools: this.tools, leftOut: [], warnings: [], hash: this.tools.map(toolVersion).join() };
  }

  compare(before: readonly KnownTool[], after: readonly ToolDefinition[]): ToolChange[] {
    const known = new Map(before.map((tool) => [tool.definition.name, tool]));
    const found = new Set(after.map(({ name }) => name));
    return [
      ...after.flatMap((tool): ToolChange[] => {
        const old = known.get(tool.name);
        if (old && !old.isDeprecated && toolVersion(old.definition) === toolVersion(tool)) return [];
        const kind = !old ? 'added' : old.isDeprecated ? 'restored' : 'changed';
        return [{ tool_id: tool.name, kind, diff: [] }];
      }),
      ...before
        .filter(({ definition, isDeprecated }) => !isDeprecated && !found.has(definition.name))
        .map(({ definition }): ToolChange => ({ tool_id: definition.name, kind: 'removed', diff: [] })),
    ];
  }

  newHosts(before: readonly KnownTool[], after: readonly ToolDefinition[]): string[] {
    const known = new Set(before.map(({ definition }) => definition.upstream?.host));
    return [...new Set(after.map(({ upstream }) => upstream!.host))].filter((host) => !known.has(host));
  }
}

describeOnEachDatabase('a source', (database) => {
  const scene = useScene(database);
  const register = (service: Service, given: Partial<SourceSettings> = {}, options = plain) =>
    registerSource(scene.plane, service, scene.ada, { ...service.settings, ...given }, options);
  const found = async (service: Service) => (await scene.plane.store.findSource(service.name))!;
  const toolsOf = async (service: Service) => scene.plane.store.listToolsOfSource((await found(service)).id);

  it('is saved as it was shown, whole or not at all, with who did it [U1, L3]', async () => {
    const service = new Service('order', 'bake');
    const shown = await register(service, {}, { ...plain, dryRun: true });
    expect(shown).toMatchObject({ isSaved: false });
    expect(await found(service)).toBeNull();
    const other = { ...plain, expectedInventoryHash: 'other' };
    expect(await refusalOf(register(service, {}, other))).toBe('inventory_changed');
    expect(await found(service)).toBeNull();
    const saved = await register(service, {}, { ...plain, expectedInventoryHash: shown.inventoryHash });
    expect(await toolsOf(service)).toEqual([...saved.tools].sort((a, b) => (a.name < b.name ? -1 : 1)));
    expect(await eventsOf(scene, saved.source.id)).toMatchObject([
      { type: 'source.added', actor: `user:${scene.ada.id}`, data: { name: service.name, tools: 2 } },
    ]);
    expect(await refusalOf(register(service))).toBe('name_taken');
  });

  it('keeps no secret that stands in a definition, and has the version of what it keeps [G8, U1]', async () => {
    const service = new Service('fine');
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const leaky = service.tool('leaky');
    const profile = { ...leaky.upstream!.profile!, headers_template: { Authorization: `Bearer ${secret}` } };
    service.tools = [
      service.tool('fine', { description: `Use ${secret} for it` }),
      { ...leaky, upstream: { ...leaky.upstream!, profile } },
    ];
    const { leftOut } = await register(service);
    expect(leftOut).toMatchObject([{ operation: 'leaky', reason: expect.stringContaining('holds a secret') }]);
    const [tool, ...others] = await toolsOf(service);
    expect(others).toEqual([]);
    expect(tool!.definition.description).toBe('Use ***REDACTED*** for it');
    expect(toolVersion(tool!.definition)).toBe(tool!.version);
    expect(await refusalOf(register(new Service(), { headers: { key: '***REDACTED***' } }))).toBe('invalid_request');
  });

  it('that is looked at again keeps what is the same, and tells what is not [U1]', async () => {
    const service = new Service('same', 'changed', 'removed');
    await register(service);
    scene.clock.advance(1_000);
    service.tools = [service.tool('same'), service.tool('changed', { description: 'Other' }), service.tool('added')];
    const { changes } = await refreshSource(scene.plane, service, 'system', await found(service), again);
    const kinds = Object.fromEntries(changes.map(({ tool_id, kind }) => [tool_id.split('__')[1], kind]));
    expect(kinds).toEqual({ changed: 'changed', added: 'added', removed: 'removed' });
    const tools = new Map((await toolsOf(service)).map((tool) => [tool.name.split('__')[1], tool]));
    const now = scene.clock.now();
    expect(tools.get('same')!.updatedAt).toBe(now - 1_000);
    expect(tools.get('changed')!.updatedAt).toBe(now);
    expect(tools.get('removed')!.deprecatedAt).toBe(now);
    expect(service.seen.at(-1)).toMatchObject({ document: 'the tools' });
    service.tools = [...service.tools, service.tool('removed')];
    const back = await refreshSource(scene.plane, service, 'system', await found(service), {
      ...again,
      document: 'newer',
    });
    expect(back.changes).toMatchObject([{ kind: 'restored' }]);
    expect(await scene.plane.store.findDocument(back.source.id)).toBe('newer');
  });

  it('is changed by one of two who look at the same time [U1, L3]', async () => {
    const service = new Service('order');
    await register(service);
    const source = await found(service);
    service.tools = [service.tool('order', { description: 'Other' })];
    const both = await Promise.all(
      [1, 2].map(() => refusalOf(refreshSource(scene.plane, service, 'system', source, again))),
    );
    expect(both.sort()).toEqual(['conflict', null]);
  });

  it('goes with its tools, and its name is free again [U1]', async () => {
    const service = new Service('order');
    await register(service);
    const source = await found(service);
    await removeSource(scene.plane, scene.ada, source);
    expect(await found(service)).toBeNull();
    expect(await scene.plane.store.listToolsOfSource(source.id)).toEqual([]);
    expect(await refusalOf(removeSource(scene.plane, scene.ada, source))).toBe('not_found');
    await register(service);
  });

  it('has tools that are switched off and on with who did it [U1]', async () => {
    const service = new Service('order');
    await register(service);
    const { name } = service.tools[0]!;
    expect(await switchTool(scene.plane, scene.ada, name, false)).toMatchObject({ isEnabled: false });
    expect(await eventsOf(scene, name)).toMatchObject([
      { type: 'tool.changed', actor: `user:${scene.ada.id}`, data: { is_enabled: false } },
    ]);
    expect(await refusalOf(switchTool(scene.plane, scene.ada, 'nothing', true))).toBe('not_found');
  });

  it('is looked at by one of many processes when it is time, ever more rarely while it fails [U1, S2]', async () => {
    const service = new Service('order');
    await register(service, { refresh_seconds: 60 });
    const looks = () => service.seen.length - 1;
    const errors: unknown[] = [];
    const planes = [scene.plane, await scene.beside()];
    const refreshers = planes.map((plane) => new SourceRefresher(plane, service, (error) => errors.push(error)));
    // Before the databases close: a look that is under way then finds none.
    onTestFinished(async () => void (await Promise.all(refreshers.map((each) => each.close()))));
    const nextAt = async () => (await found(service)).nextRefreshAt! - scene.clock.now();
    scene.clock.advance(59_999);
    expect(looks()).toBe(0);
    service.fault = new CountersignError('import_failed', 'The service is away.');
    scene.clock.advance(1);
    await expect.poll(async () => (await found(service)).refreshFailures, patience).toBe(1);
    expect(looks()).toBe(1);
    expect(await nextAt()).toBe(60_000);
    scene.clock.advance(60_000);
    await expect.poll(async () => (await found(service)).refreshFailures, patience).toBe(2);
    expect(await nextAt()).toBe(120_000);
    const failures = (await eventsOf(scene, (await found(service)).id)).filter(
      ({ type }) => type === 'source.refresh_failed',
    );
    expect(failures).toMatchObject([{ data: { error: 'The service is away.', failures: 1 } }]);
    service.fault = null;
    scene.clock.advance(120_000);
    await expect.poll(async () => (await found(service)).refreshFailures, patience).toBe(0);
    expect(await found(service)).toMatchObject({ refreshError: null });
    expect(looks()).toBe(3);
    await Promise.all(refreshers.map((each) => each.close()));
    expect(errors).toEqual([]);
  });

  it('that nobody looks at takes no new host for its credentials [U1, U3]', async () => {
    const service = new Service('order');
    const auth = { mode: 'api_key', in: 'header', name: 'X-Key', secret: 'key' } as const;
    await register(service, { auth });
    const moved = service.tool('order');
    service.tools = [{ ...moved, upstream: { ...moved.upstream!, host: 'elsewhere.example' } }];
    const unattended = { ...again, isUnattended: true };
    const look = async (options: typeof again) =>
      refreshSource(scene.plane, service, 'system', await found(service), options);
    expect(await refusalOf(look(unattended))).toBe('import_failed');
    expect((await toolsOf(service))[0]!.definition.upstream!.host).toBe('service.example');
    expect((await look(again)).warnings.join()).toContain('elsewhere.example');
  });
});

describeOnEachDatabase('a stored secret', (database) => {
  const scene = useScene(database);

  it('is known to the redactor at once, and named in the log without its value [U3, G8]', async () => {
    const value = 'a value that nobody shall read';
    await putSecret(scene.plane, scene.ada, 'some-key', value);
    expect(scene.plane.redactor.text(`it is ${value}.`)).toBe('it is ***REDACTED***.');
    expect(await scene.plane.store.openSecret('some-key')).toBe(value);
    await removeSecret(scene.plane, scene.ada, 'some-key');
    const events = (await eventsOf(scene, 'some-key')).filter(({ actor }) => actor === `user:${scene.ada.id}`);
    expect(events.map(({ type }) => type)).toEqual(['secret.stored', 'secret.removed']);
    expect(JSON.stringify(events)).not.toContain(value);
    expect(await refusalOf(removeSecret(scene.plane, scene.ada, 'some-key'))).toBe('not_found');
  });
});
