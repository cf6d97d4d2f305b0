import { type Static, Type } from 'typebox';
import { RiskLevel, Strict } from './primitives.ts';
import type { UpstreamBinding } from './upstream-tool.ts';

/** Where a tool runs: on a runner of the project, or in the server's own process. */
export const ToolTarget = Type.Union([Type.Literal('runner'), Type.Literal('server')]);
export type ToolTarget = Static<typeof ToolTarget>;

/** A registered tool. `version` is the hash of the definition: a change is a new version. */
export type ToolDefinition = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object that refuses unknown keys. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly target: ToolTarget;
  readonly executionTimeoutMs: number;
  /** Of a tool that a service offers; the others are built in. */
  readonly upstream?: UpstreamBinding;
};

export const ToolView = Strict({
  name: Type.String(),
  description: Type.String(),
  parameters: Type.Record(Type.String(), Type.Unknown(), { description: 'The properties of the input schema' }),
  input_schema: Type.Unknown(),
  version: Type.String(),
  target: ToolTarget,
  source: Type.String({ description: 'builtin, or the service that offers it' }),
  requires_approval: Type.Boolean(),
  risk_level: RiskLevel,
  timeout_seconds: Type.Integer({ description: 'Approval deadline by default; 0 where none is asked' }),
});
export type ToolView = Static<typeof ToolView>;

export const AvailableTools = Strict({
  success: Type.Literal(true),
  tools: Type.Array(ToolView),
  total_count: Type.Integer(),
});
