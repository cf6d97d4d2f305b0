import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { FreeObject, Nullable, PlainText, RiskLevel, Strict, Timestamp, Uuid } from './primitives.ts';

/** The ten states of a tool call, in the order of its life. */
export const callStatuses = [
  'pending',
  'awaiting_approval',
  'approved',
  'executing',
  'completed',
  'rejected',
  'timeout',
  'failed',
  'cancelled',
  'unknown',
] as const;
export type CallStatus = (typeof callStatuses)[number];
export const CallStatus = Type.Enum(callStatuses);

/** Statuses in which the caller has its answer. `unknown` is one: nothing more happens by itself. */
export const settledStatuses: ReadonlySet<CallStatus> = new Set<CallStatus>([
  'completed',
  'rejected',
  'timeout',
  'failed',
  'cancelled',
  'unknown',
]);

/** L9: every way a call can stand or end, told apart for the model and in the record. */
export const outcomeKinds = [
  'approved',
  'approved_by_rule',
  'approved_by_grant',
  'edited',
  'denied_by_human',
  'denied_by_policy',
  'timed_out',
  'no_runner',
  'invalid',
  'cancelled',
  'failed',
  'unknown',
] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];
export const OutcomeKind = Type.Enum(outcomeKinds);

/** T8: the classes of errors. */
export const ErrorType = Type.Enum(['validation', 'policy', 'tool_exec', 'timeout', 'unknown']);
export type ErrorType = Static<typeof ErrorType>;

export const Outcome = Strict({
  kind: OutcomeKind,
  message: Type.String({ description: 'One sentence a model can act on' }),
  should_retry: Type.Boolean({ description: 'Whether asking for the same call again makes sense' }),
  rule_id: Type.Optional(Type.String()),
  grant_id: Type.Optional(Uuid),
  feedback: Type.Optional(Type.String()),
  decided_by: Type.Optional(Type.String({ description: 'Name of the user who decided' })),
  changed: Type.Optional(Type.Array(Type.String(), { description: 'Arguments the human changed' })),
});
export type Outcome = Static<typeof Outcome>;

export const ToolCallView = Strict({
  tool_id: Uuid,
  user_id: Uuid,
  project_id: Uuid,
  session_id: Uuid,
  agent_id: Uuid,
  approval_id: Nullable(Uuid),
  runner_id: Nullable(Uuid),
  tool_name: Type.String(),
  tool_version: Type.String(),
  tool_params: Type.Unknown({ description: 'What runs or ran, secrets masked' }),
  original_params: Type.Unknown({ description: 'What the agent asked for, where a human edited it; else null' }),
  description: Type.String(),
  result: Type.Unknown(),
  risk_level: RiskLevel,
  requires_approval: Type.Boolean(),
  status: CallStatus,
  outcome: Nullable(Outcome),
  error: Nullable(Type.String()),
  error_type: Nullable(ErrorType),
  execution_time_ms: Nullable(Type.Integer()),
  digest: Type.String({ description: 'SHA-256 over the sealed call, hex' }),
  version: Type.Integer(),
  deadline_at: Nullable(Timestamp),
  cancel_requested_at: Nullable(Timestamp),
  created_at: Timestamp,
  approved_at: Nullable(Timestamp),
  completed_at: Nullable(Timestamp),
});
export type ToolCallView = Static<typeof ToolCallView>;

/** What the caller of `tools/execute` gets: the plain fields first, then what tells the outcomes apart. */
export const ExecuteResponse = Strict({
  success: Type.Boolean({ description: 'True only when the tool ran and completed' }),
  tool_id: Uuid,
  tool_name: Type.String(),
  status: CallStatus,
  result: Type.Unknown(),
  error: Nullable(Type.String()),
  error_type: Nullable(ErrorType),
  approval_id: Nullable(Uuid),
  risk_level: RiskLevel,
  requires_approval: Type.Boolean(),
  outcome: Nullable(Outcome),
});
export type ExecuteResponse = Static<typeof ExecuteResponse>;

export const ExecuteRequest = Strict({
  tool_name: PlainText({ minLength: 1, maxLength: limits.toolNameLengthMax }),
  tool_params: Type.Optional(FreeObject),
  session_id: Type.Optional(Uuid),
  wait_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.waitMsMax, default: 0 })),
  note: Type.Optional(
    PlainText({
      maxLength: limits.agentNoteLengthMax,
      description: 'What the agent says it wants; shown as its words',
    }),
  ),
});
export type ExecuteRequest = Static<typeof ExecuteRequest>;

export const SubmitResultRequest = Strict({
  status: Type.Union([
    Type.Literal('completed'),
    Type.Literal('failed'),
    Type.Literal('cancelled'),
    Type.Literal('unknown'),
  ]),
  result: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.String({ maxLength: limits.errorLengthMax })),
  error_type: Type.Optional(ErrorType),
  execution_time_ms: Type.Optional(Type.Integer({ minimum: 0 })),
  fence: Type.Optional(
    Type.Integer({ minimum: 1, description: 'From the claim; without it the current claim of this runner is meant' }),
  ),
});
export type SubmitResultRequest = Static<typeof SubmitResultRequest>;

export const SubmitResultResponse = Strict({
  success: Type.Literal(true),
  tool_id: Uuid,
  status: CallStatus,
  message: Type.String(),
});
