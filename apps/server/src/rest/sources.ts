import { CountersignError, type SourceSettings } from '@countersign/contract';
import {
  actorOf,
  importView,
  refreshSource,
  registerSource,
  removeSource,
  type SourceRecord,
  type Store,
  sourceView,
  upstreamToolView,
} from '@countersign/control-plane';
import { created, ok, route } from '../http/route.ts';

export const sourceRoutes = [
  route('createSource', async ({ plane, upstream }, { body, principal }) => {
    const { dry_run: dryRun = false, expected_inventory_hash: expected, ...settings } = body;
    const imported = await registerSource(plane, upstream.importer, principal, settings as SourceSettings, {
      dryRun,
      expectedInventoryHash: expected ?? null,
    });
    if (imported.isSaved) await upstream.tools.refresh();
    return imported.isSaved ? created(importView(plane, imported)) : ok(importView(plane, imported));
  }),

  route('listSources', async ({ plane, upstream }) => {
    const [sources, heads] = await Promise.all([plane.store.listSources(), plane.store.listUpstreamToolHeads()]);
    const toolsOf = Map.groupBy(heads, ({ sourceId }) => sourceId);
    return ok({
      sources: sources.map((source) =>
        sourceView(source, toolsOf.get(source.id) ?? [], upstream.breakers.standing(source)),
      ),
    });
  }),

  route('getSource', async ({ plane, upstream }, { params }) => {
    const source = await sourceNamed(plane.store, params.source);
    const tools = await plane.store.listToolsOfSource(source.id);
    return ok({
      source: sourceView(source, tools, upstream.breakers.standing(source)),
      tools: tools.map((tool) => upstreamToolView(plane, tool.definition, tool)),
    });
  }),

  route('refreshSource', async ({ plane, upstream }, { params, body, principal }) => {
    const source = await sourceNamed(plane.store, params.source);
    const imported = await refreshSource(plane, upstream.importer, actorOf(principal), source, {
      dryRun: body.dry_run ?? false,
      expectedInventoryHash: body.expected_inventory_hash ?? null,
      document: body.document ?? null,
      isUnattended: false,
    });
    if (imported.isSaved) await upstream.tools.refresh();
    return ok(importView(plane, imported));
  }),

  route('removeSource', async ({ plane, upstream }, { params, principal }) => {
    const source = await sourceNamed(plane.store, params.source);
    const tools = await plane.store.listToolsOfSource(source.id);
    const view = sourceView(source, tools, upstream.breakers.standing(source));
    await removeSource(plane, principal, source);
    await upstream.tools.refresh();
    return ok(view);
  }),
];

async function sourceNamed(store: Store, name: string): Promise<SourceRecord> {
  const source = await store.findSource(name);
  if (!source)
    throw new CountersignError('not_found', 'There is no such source. GET /api/sources lists those there are.');
  return source;
}
