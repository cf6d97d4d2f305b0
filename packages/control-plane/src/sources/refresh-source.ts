import { CountersignError, type ToolChange } from '@countersign/contract';
import { systemEvent } from '../access/system-event.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { Actor, SourceRecord, UpstreamToolRecord } from '../ports/records.ts';
import type { KnownTool, SourceImporter } from '../ports/source-importer.ts';
import type { FollowingWrite } from '../ports/store.ts';
import { type Imported, type ImportOptions, importSource, nextRefreshAt, requireExpected } from './import-source.ts';
import { sourceLimits } from './limits.ts';
import { offeredTools } from './offered-tools.ts';

export type RefreshOptions = ImportOptions & {
  /** A newer one, of a source that was made from a document. */
  readonly document: string | null;
  /** Whether it is done by the clock: then nobody looks, and where nothing changed there is nothing to tell. */
  readonly isUnattended: boolean;
};

/**
 * U1: looks at a service again. A changed definition is a new version that nobody has agreed to; a tool that is no
 * longer offered is deprecated; one that is back is restored.
 */
export async function refreshSource(
  plane: ControlPlane,
  importer: SourceImporter,
  by: Actor,
  source: SourceRecord,
  options: RefreshOptions,
): Promise<Imported> {
  const { store, clock } = plane;
  const document = options.document ?? (await store.findDocument(source.id));
  const inventory = await importSource(plane, importer, {
    ...source.settings,
    ...(document === null ? {} : { document }),
  });
  requireExpected(options, inventory);
  const at = clock.now();
  const { tools, leftOut } = await offeredTools(plane, source.id, inventory, at);
  const before = new Map((await store.listToolsOfSource(source.id)).map((tool) => [tool.name, tool]));
  const changes = changesOf(importer, before, tools);
  const hosts = importer.newHosts(
    [...before.values()].map(knownTool),
    tools.map(({ definition }) => definition),
  );
  if (options.isUnattended) refuseNewHosts(source, hosts);
  const next: SourceRecord = {
    ...source,
    version: source.version + 1,
    inventoryHash: inventory.hash,
    refreshedAt: at,
    refreshError: null,
    refreshFailures: 0,
    nextRefreshAt: nextRefreshAt(source.settings, at),
  };
  const shown = tools.map((tool) => keptTool(before.get(tool.name), tool));
  const imported: Imported = {
    source: next,
    isSaved: !options.dryRun,
    inventoryHash: inventory.hash,
    tools: shown,
    leftOut,
    warnings: [
      ...inventory.warnings,
      ...hosts.map((host) => `Tools now go to ${host}, where none went before: so do the credentials of the source.`),
    ],
    changes,
  };
  if (options.dryRun) return imported;
  const isTold = !options.isUnattended || changes.length > 0 || source.refreshError !== null;
  const committed = await store.commit({
    guard: { kind: 'source', record: next },
    following: [
      ...writesOf(changes, new Map(tools.map((tool) => [tool.name, tool])), at),
      ...(options.document === null
        ? []
        : [{ kind: 'document', sourceId: source.id, text: options.document } as const]),
    ],
    events: isTold
      ? [systemEvent('source.refreshed', by, at, source.id, { name: source.settings.name, ...summaryOf(changes) })]
      : [],
  });
  if (!committed.ok) {
    throw new CountersignError('conflict', 'Somebody else changed this source just now. Look again and try again.');
  }
  return imported;
}

/** What stays as it was is not written again, and keeps its times. */
function keptTool(before: UpstreamToolRecord | undefined, found: UpstreamToolRecord): UpstreamToolRecord {
  if (!before) return found;
  const isSame = before.version === found.version && before.deprecatedAt === null;
  return { ...found, isEnabled: before.isEnabled, updatedAt: isSame ? before.updatedAt : found.updatedAt };
}

/**
 * Nobody looks when it is time again, and what only reads is not asked about either: credentials must not follow a
 * document that somebody changed.
 */
function refuseNewHosts({ settings }: SourceRecord, hosts: readonly string[]): void {
  if (hosts.length === 0 || (settings.auth?.mode ?? 'none') === 'none') return;
  throw new CountersignError(
    'import_failed',
    `Its tools would go to ${hosts.join(', ')}, where none went before, with the credentials of the source. Nothing was changed. Look at it and save it with \`countersign sources refresh ${settings.name}\`.`,
  );
}

/** Most of thousands of tools are as they were, which their versions say: the others are looked at closely. */
function changesOf(
  importer: SourceImporter,
  before: ReadonlyMap<string, UpstreamToolRecord>,
  tools: readonly UpstreamToolRecord[],
): readonly ToolChange[] {
  const isSame = ({ name, version }: UpstreamToolRecord): boolean => {
    const old = before.get(name);
    return old?.version === version && old.deprecatedAt === null;
  };
  const same = new Set(tools.filter(isSame).map(({ name }) => name));
  return importer.compare(
    [...before.values()].filter(({ name }) => !same.has(name)).map(knownTool),
    tools.filter(({ name }) => !same.has(name)).map(({ definition }) => definition),
  );
}

function knownTool({ definition, deprecatedAt }: UpstreamToolRecord): KnownTool {
  return { definition, isDeprecated: deprecatedAt !== null };
}

function writesOf(
  changes: readonly ToolChange[],
  tools: ReadonlyMap<string, UpstreamToolRecord>,
  at: number,
): FollowingWrite[] {
  return changes.map(({ kind, tool_id: name }) =>
    kind === 'removed' ? { kind: 'tool_deprecated', name, at } : { kind: 'upstream_tool', record: tools.get(name)! },
  );
}

function summaryOf(changes: readonly ToolChange[]): Record<string, unknown> {
  const of = (kind: ToolChange['kind']) => changes.filter((change) => change.kind === kind);
  return {
    added: of('added').length,
    changed: of('changed').length,
    removed: of('removed').length,
    restored: of('restored').length,
    tools: changes.slice(0, sourceLimits.toolsNamedMax).map(({ kind, tool_id }) => ({ tool_id, kind })),
  };
}
