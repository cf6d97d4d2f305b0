import { newId, type ToolDefinition } from '@countersign/contract';
import type { ContinuationRecord, SourceRecord, UpstreamToolRecord } from '@countersign/control-plane';
import { toolVersion } from '@countersign/tool-call';

/** Builders of what is kept about services: every field has a plausible value. */

const createdAt = Date.UTC(2026, 0, 1);
let built = 0;

export function aSource(given: Partial<SourceRecord> & { readonly name?: string } = {}): SourceRecord {
  built += 1;
  const { name = `source-${built}`, ...rest } = given;
  return {
    id: newId(),
    version: 1,
    settings: { name, kind: 'http', destinations: { allow_private: true } },
    inventoryHash: 'a'.repeat(64),
    createdAt,
    refreshedAt: createdAt,
    refreshError: null,
    refreshFailures: 0,
    nextRefreshAt: null,
    ...rest,
  };
}

/** Of a tool that a service offers. */
export function anUpstreamDefinition(
  source: string,
  name: string,
  given: Partial<ToolDefinition> = {},
): ToolDefinition {
  return {
    name: `${source}__${name}`,
    description: `Does ${name}`,
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    target: 'server',
    executionTimeoutMs: 30_000,
    upstream: {
      source,
      kind: 'http',
      remote_name: name,
      risk_level: 'MEDIUM',
      method: 'POST',
      path: `/${name}`,
      host: 'service.example',
      tags: [],
      profile: {
        mode: 'sync_http',
        method: 'POST',
        url_template: `https://service.example/${name}`,
        headers_template: { Authorization: 'Bearer {{ upstream_token }}' },
        timeout_seconds: 30,
      },
    },
    ...given,
  };
}

export function anUpstreamTool(
  source: SourceRecord,
  name: string,
  given: Partial<UpstreamToolRecord> = {},
): UpstreamToolRecord {
  const definition = given.definition ?? anUpstreamDefinition(source.settings.name, name);
  return {
    name: definition.name,
    sourceId: source.id,
    definition,
    version: toolVersion(definition),
    isEnabled: true,
    deprecatedAt: null,
    updatedAt: createdAt,
    ...given,
  };
}

export function aContinuation(given: Partial<ContinuationRecord> = {}): ContinuationRecord {
  return { callId: newId(), projectId: newId(), version: 1, state: { step: 1 }, nextAt: createdAt, ...given };
}
