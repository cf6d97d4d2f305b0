import { type Static, Type } from 'typebox';
import { ExecutionProfile } from './execution-profile.ts';
import { Nullable, RiskLevel, Strict, Timestamp } from './primitives.ts';
import { SourceKind, SourceName, UpstreamToolName } from './source-names.ts';

/** Where a tool that is not built in comes from, and what is called there. All of it is part of its version. */
export const UpstreamBinding = Strict({
  source: SourceName,
  kind: SourceKind,
  /** As the service itself names it: an operation id, a name of the file, an MCP tool. */
  remote_name: Type.String(),
  risk_level: RiskLevel,
  /** HTTP method; `MCP` for tools of an MCP server. */
  method: Type.String(),
  path: Type.String(),
  /** Host and port that it goes to, or `stdio`. */
  host: Type.String(),
  tags: Type.Array(Type.String()),
  profile: Nullable(ExecutionProfile),
});
export type UpstreamBinding = Static<typeof UpstreamBinding>;

export const UpstreamToolView = Strict({
  tool_id: UpstreamToolName,
  name: UpstreamToolName,
  source: Type.String({ description: 'builtin for those of runners' }),
  description: Type.String(),
  method: Nullable(Type.String()),
  path: Nullable(Type.String()),
  host: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  risk_level: RiskLevel,
  requires_approval: Type.Boolean(),
  version: Type.String(),
  is_enabled: Type.Boolean(),
  deprecated_at: Nullable(Timestamp),
  updated_at: Nullable(Timestamp),
});
export type UpstreamToolView = Static<typeof UpstreamToolView>;

export const UpstreamToolDetails = Strict({
  ...UpstreamToolView.properties,
  input_schema: Type.Unknown(),
  profile: Nullable(ExecutionProfile),
});
export type UpstreamToolDetails = Static<typeof UpstreamToolDetails>;

export const ChangeToolRequest = Strict({ is_enabled: Type.Boolean() });
