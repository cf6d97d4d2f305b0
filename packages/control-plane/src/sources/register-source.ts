import { CountersignError, newId, type SourceId, type SourceSettings } from '@countersign/contract';
import { systemEvent } from '../access/system-event.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { SourceRecord } from '../ports/records.ts';
import type { SourceImporter } from '../ports/source-importer.ts';
import { actorOf, type User } from '../principal.ts';
import {
  type Imported,
  type ImportOptions,
  importSource,
  nextRefreshAt,
  requireExpected,
  requireNoSecrets,
  withoutDocument,
} from './import-source.ts';
import { offeredTools } from './offered-tools.ts';

/** U1: a new service. Its tools are found and shown, and saved unless it is a dry run. */
export async function registerSource(
  plane: ControlPlane,
  importer: SourceImporter,
  by: User,
  given: SourceSettings,
  options: ImportOptions,
): Promise<Imported> {
  const settings = withoutDocument(given);
  requireNoSecrets(settings);
  if (await plane.store.findSource(settings.name)) throw nameTaken(settings.name);
  const inventory = await importSource(plane, importer, given);
  requireExpected(options, inventory);
  const at = plane.clock.now();
  const source: SourceRecord = {
    id: newId<SourceId>(at),
    version: 1,
    settings,
    inventoryHash: inventory.hash,
    createdAt: at,
    refreshedAt: at,
    refreshError: null,
    refreshFailures: 0,
    nextRefreshAt: nextRefreshAt(settings, at),
  };
  const { tools, leftOut } = await offeredTools(plane, source.id, inventory, at);
  const imported: Imported = {
    source,
    isSaved: !options.dryRun,
    inventoryHash: inventory.hash,
    tools,
    leftOut,
    warnings: inventory.warnings,
    changes: importer.compare(
      [],
      tools.map(({ definition }) => definition),
    ),
  };
  if (options.dryRun) return imported;
  const committed = await plane.store.commit({
    guard: { kind: 'new_source', record: source },
    following: [
      ...tools.map((record) => ({ kind: 'upstream_tool', record }) as const),
      ...(given.document === undefined
        ? []
        : [{ kind: 'document', sourceId: source.id, text: given.document } as const]),
    ],
    events: [
      systemEvent('source.added', actorOf(by), at, source.id, {
        name: settings.name,
        by: by.name,
        settings,
        tools: tools.length,
        left_out: leftOut.length,
        inventory_hash: inventory.hash,
      }),
    ],
  });
  if (!committed.ok) throw nameTaken(settings.name);
  return imported;
}

function nameTaken(name: string): CountersignError {
  return new CountersignError(
    'name_taken',
    `There is a source named "${name}". Choose another name, or look at that one again with POST /api/sources/${name}/refresh.`,
  );
}
