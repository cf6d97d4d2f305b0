import { type Static, type TObject, Type } from 'typebox';
import { ApprovalStatus, DecisionVerb } from './approval.ts';
import { MessageRole } from './chat.ts';
import { SignedOrder, SignedPreviewOrder } from './order.ts';
import { Nullable, RiskLevel, Strict, Timestamp, Uuid } from './primitives.ts';
import { RunErrorClass, RunStatus, RunUsage } from './run.ts';
import { CallStatus, Outcome } from './tool-call.ts';

/** P2: the messages of the event stream, by name. The SSE `id` of each is its place in the one event log. */
export const streamMessages = {
  'tool.approval_request': Strict({
    approval_id: Uuid,
    tool_id: Uuid,
    session_id: Uuid,
    tool_name: Type.String(),
    risk_level: RiskLevel,
    timeout_seconds: Nullable(Type.Integer()),
    description: Type.String(),
    timestamp: Timestamp,
  }),
  'tool.execution_signal': Strict({
    tool_id: Uuid,
    session_id: Uuid,
    tool_name: Type.String(),
    tool_params: Type.Unknown({ description: 'Real for the runner that may execute; masked for everyone else' }),
    signed_order: Type.Optional(SignedOrder),
    timestamp: Timestamp,
  }),
  'tool.preview_signal': Strict({
    tool_id: Uuid,
    session_id: Uuid,
    signed_order: SignedPreviewOrder,
    timestamp: Timestamp,
  }),
  'tool.output': Strict({
    tool_id: Uuid,
    session_id: Uuid,
    stream: Type.Union([Type.Literal('stdout'), Type.Literal('stderr')]),
    offset: Type.Integer(),
    text: Type.String(),
    timestamp: Timestamp,
  }),
  'tool.undone': Strict({
    tool_id: Uuid,
    session_id: Uuid,
    path: Type.String(),
    by: Type.String(),
    timestamp: Timestamp,
  }),
  'tool.cancel_signal': Strict({ tool_id: Uuid, session_id: Uuid, timestamp: Timestamp }),
  'tool.result_ack': Strict({
    tool_id: Uuid,
    session_id: Uuid,
    status: Type.Literal('received'),
    call_status: CallStatus,
    timestamp: Timestamp,
  }),
  'tool.status': Strict({
    tool_id: Uuid,
    session_id: Uuid,
    tool_name: Type.String(),
    status: CallStatus,
    outcome: Nullable(Outcome),
    timestamp: Timestamp,
  }),
  'approval.resolved': Strict({
    approval_id: Uuid,
    tool_id: Uuid,
    session_id: Uuid,
    status: ApprovalStatus,
    decision: Nullable(DecisionVerb),
    decided_by: Nullable(Type.String()),
    feedback: Nullable(Type.String()),
    timestamp: Timestamp,
  }),
  'chat.message': Strict({
    message_id: Uuid,
    session_id: Uuid,
    run_id: Uuid,
    role: MessageRole,
    author: Type.String(),
    text: Type.String(),
    timestamp: Timestamp,
  }),
  'run.status': Strict({
    run_id: Uuid,
    session_id: Uuid,
    status: RunStatus,
    reason: Nullable(Type.String({ description: 'Why it paused or ended, in words' })),
    error_class: Nullable(RunErrorClass),
    usage: Nullable(RunUsage),
    timestamp: Timestamp,
  }),
  'run.turn': Strict({
    run_id: Uuid,
    session_id: Uuid,
    turn_id: Uuid,
    turn: Type.Integer(),
    status: Type.Enum(['started', 'answered', 'completed', 'failed', 'compacted']),
    text: Nullable(Type.String({ description: 'What the model said, of a turn that is answered' })),
    tool_calls: Type.Array(Strict({ tool_id: Uuid, tool_name: Type.String() })),
    error: Nullable(Type.String()),
    error_class: Nullable(RunErrorClass),
    timestamp: Timestamp,
  }),
  'run.delta': Strict({
    run_id: Uuid,
    session_id: Uuid,
    turn_id: Uuid,
    offset: Type.Integer({ description: 'Characters of this turn before this piece' }),
    text: Type.String(),
    timestamp: Timestamp,
  }),
  'run.notice': Strict({
    run_id: Uuid,
    session_id: Uuid,
    kind: Type.Enum(['retry_scheduled', 'limit_reached', 'circuit_opened', 'circuit_closed', 'no_progress']),
    text: Type.String(),
    figure: Nullable(Type.Number()),
    threshold: Nullable(Type.Number()),
    timestamp: Timestamp,
  }),
  'session.created': Strict({ session_id: Uuid, title: Type.String(), timestamp: Timestamp }),
  'grant.created': Strict({
    grant_id: Uuid,
    session_id: Uuid,
    text: Type.String(),
    by: Type.String(),
    timestamp: Timestamp,
  }),
  'grant.revoked': Strict({ grant_id: Uuid, session_id: Uuid, by: Type.String(), timestamp: Timestamp }),
} as const satisfies Record<string, TObject>;

export type StreamMessageName = keyof typeof streamMessages;

export type StreamMessage = {
  [Name in StreamMessageName]: {
    readonly id: number;
    readonly event: Name;
    readonly data: Static<(typeof streamMessages)[Name]>;
  };
}[StreamMessageName];
