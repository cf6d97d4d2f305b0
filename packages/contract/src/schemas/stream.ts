import { type Static, type TObject, Type } from 'typebox';
import { ApprovalStatus, DecisionVerb } from './approval.ts';
import { SignedOrder, SignedPreviewOrder } from './order.ts';
import { Nullable, RiskLevel, Strict, Timestamp, Uuid } from './primitives.ts';
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
