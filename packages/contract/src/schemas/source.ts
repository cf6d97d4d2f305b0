import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { Nullable, Strict, Timestamp, Uuid } from './primitives.ts';
import { SourceKind, SourceName } from './source-names.ts';
import { SourceSettings } from './source-settings.ts';
import { UpstreamToolView } from './upstream-tool.ts';

const changeKinds = ['added', 'changed', 'removed', 'restored'] as const;

/** A tool that is not as it was when the source was last looked at. */
export const ToolChange = Strict({
  tool_id: Type.String(),
  kind: Type.Enum(changeKinds),
  diff: Type.Array(Type.String(), {
    description: 'Lines with " ", "-" or "+" before them; control characters made visible',
  }),
});
export type ToolChange = Static<typeof ToolChange>;

/** What an import found. Saved only where it was no dry run. */
export const ImportView = Strict({
  source: SourceName,
  inventory_hash: Type.String({
    description: 'SHA-256 over all tools; send it as expected_inventory_hash to save just this',
  }),
  is_saved: Type.Boolean(),
  tools: Type.Array(UpstreamToolView),
  left_out: Type.Array(Strict({ operation: Type.String(), reason: Type.String() })),
  changes: Type.Array(ToolChange),
  warnings: Type.Array(Type.String()),
});
export type ImportView = Static<typeof ImportView>;

const breakerStates = ['closed', 'open', 'half_open'] as const;
export type BreakerState = (typeof breakerStates)[number];

export const SourceView = Strict({
  source_id: Uuid,
  name: SourceName,
  kind: SourceKind,
  settings: Type.Omit(SourceSettings, ['document']),
  inventory_hash: Type.String(),
  tool_count: Type.Integer(),
  deprecated_count: Type.Integer(),
  disabled_count: Type.Integer(),
  breaker: Strict({ state: Type.Enum(breakerStates), since: Nullable(Timestamp), failures: Type.Integer() }),
  refreshed_at: Timestamp,
  refresh_error: Nullable(Type.String()),
  created_at: Timestamp,
});
export type SourceView = Static<typeof SourceView>;

const importOptions = {
  dry_run: Type.Optional(Type.Boolean({ description: 'Only tell what would be saved' })),
  expected_inventory_hash: Type.Optional(
    Type.String({ description: 'Of the dry run that was looked at; anything else is refused' }),
  ),
};
export const CreateSourceRequest = Strict({ ...SourceSettings.properties, ...importOptions });
export type CreateSourceRequest = Static<typeof CreateSourceRequest>;
export const RefreshSourceRequest = Strict({
  ...importOptions,
  document: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.documentLengthMax,
      description: 'A newer one, where the source was made from a file',
    }),
  ),
});
export type RefreshSourceRequest = Static<typeof RefreshSourceRequest>;
