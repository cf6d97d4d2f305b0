import {
  type BreakerState,
  type ImportView,
  isoTime,
  type SecretView,
  type SourceView,
  type ToolDefinition,
  type UpstreamToolDetails,
  type UpstreamToolView,
} from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';
import type { SecretRecord, SourceRecord, UpstreamToolHead } from '../ports/records.ts';
import type { Imported } from '../sources/import-source.ts';

export type BreakerStanding = {
  readonly state: BreakerState;
  readonly since: number | null;
  readonly failures: number;
};

type Judging = Pick<ControlPlane, 'gate'>;

export function sourceView(
  source: SourceRecord,
  tools: readonly UpstreamToolHead[],
  breaker: BreakerStanding,
): SourceView {
  const { settings, refreshError } = source;
  const offered = tools.filter(({ deprecatedAt }) => deprecatedAt === null);
  return {
    source_id: source.id,
    name: settings.name,
    kind: settings.kind,
    settings,
    inventory_hash: source.inventoryHash,
    tool_count: offered.length,
    deprecated_count: tools.length - offered.length,
    disabled_count: offered.filter(({ isEnabled }) => !isEnabled).length,
    breaker: {
      state: breaker.state,
      since: breaker.since === null ? null : isoTime(breaker.since),
      failures: breaker.failures,
    },
    refreshed_at: isoTime(source.refreshedAt),
    refresh_error: refreshError,
    created_at: isoTime(source.createdAt),
  };
}

/** How a tool stands besides what it is; built-in ones are always there. */
export type ToolStanding = Pick<UpstreamToolHead, 'version' | 'isEnabled'> & {
  readonly deprecatedAt: number | null;
  readonly updatedAt: number | null;
};

export function upstreamToolView(
  { gate }: Judging,
  definition: ToolDefinition,
  { version, isEnabled, deprecatedAt, updatedAt }: ToolStanding,
): UpstreamToolView {
  const { outcome, riskLevel } = gate.outlook(definition);
  const { name, description, upstream } = definition;
  return {
    tool_id: name,
    name,
    source: upstream?.source ?? 'builtin',
    description,
    method: upstream?.method ?? null,
    path: upstream?.path ?? null,
    host: upstream?.host ?? null,
    tags: [...(upstream?.tags ?? [])],
    risk_level: riskLevel,
    requires_approval: outcome === 'ask',
    version,
    is_enabled: isEnabled,
    deprecated_at: deprecatedAt === null ? null : isoTime(deprecatedAt),
    updated_at: updatedAt === null ? null : isoTime(updatedAt),
  };
}

export function upstreamToolDetails(
  plane: Judging,
  definition: ToolDefinition,
  standing: ToolStanding,
): UpstreamToolDetails {
  return {
    ...upstreamToolView(plane, definition, standing),
    input_schema: definition.inputSchema,
    profile: definition.upstream?.profile ?? null,
  };
}

export function importView(plane: Judging, imported: Imported): ImportView {
  return {
    source: imported.source.settings.name,
    inventory_hash: imported.inventoryHash,
    is_saved: imported.isSaved,
    tools: imported.tools.map((tool) => upstreamToolView(plane, tool.definition, tool)),
    left_out: imported.leftOut.map(({ operation, reason }) => ({ operation, reason })),
    changes: [...imported.changes],
    warnings: [...imported.warnings],
  };
}

export function secretView({ name, createdAt, updatedAt }: SecretRecord): SecretView {
  return { name, created_at: isoTime(createdAt), updated_at: isoTime(updatedAt) };
}
