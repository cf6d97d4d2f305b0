import type { ToolDefinition } from '@countersign/contract';
import type { SecretRecord, SourceRecord, UpstreamToolHead, UpstreamToolRecord } from '@countersign/control-plane';
import type { SecretRow, SourceRow, UpstreamToolRow } from '../schema.ts';

export function sourceRow(record: SourceRecord): SourceRow {
  return {
    id: record.id,
    version: record.version,
    name: record.settings.name,
    kind: record.settings.kind,
    settings: JSON.stringify(record.settings),
    inventory_hash: record.inventoryHash,
    created_at: record.createdAt,
    refreshed_at: record.refreshedAt,
    refresh_error: record.refreshError,
    refresh_failures: record.refreshFailures,
    next_refresh_at: record.nextRefreshAt,
  };
}

export function sourceOf(row: SourceRow): SourceRecord {
  return {
    id: row.id as SourceRecord['id'],
    version: row.version,
    settings: JSON.parse(row.settings) as SourceRecord['settings'],
    inventoryHash: row.inventory_hash,
    createdAt: row.created_at,
    refreshedAt: row.refreshed_at,
    refreshError: row.refresh_error,
    refreshFailures: row.refresh_failures,
    nextRefreshAt: row.next_refresh_at,
  };
}

export function upstreamToolRow(record: UpstreamToolRecord): UpstreamToolRow {
  return {
    name: record.name,
    source_id: record.sourceId,
    definition: JSON.stringify(record.definition),
    version: record.version,
    is_enabled: record.isEnabled ? 1 : 0,
    deprecated_at: record.deprecatedAt,
    updated_at: record.updatedAt,
  };
}

export function toolHeadOf(row: Omit<UpstreamToolRow, 'definition'>): UpstreamToolHead {
  return {
    name: row.name,
    sourceId: row.source_id as UpstreamToolHead['sourceId'],
    version: row.version,
    isEnabled: row.is_enabled === 1,
    deprecatedAt: row.deprecated_at,
    updatedAt: row.updated_at,
  };
}

export function upstreamToolOf(row: UpstreamToolRow): UpstreamToolRecord {
  return { ...toolHeadOf(row), definition: JSON.parse(row.definition) as ToolDefinition };
}

export function secretOf(row: Omit<SecretRow, 'sealed'>): SecretRecord {
  return { name: row.name, createdAt: row.created_at, updatedAt: row.updated_at };
}
