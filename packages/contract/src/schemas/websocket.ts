import { type Static, Type } from 'typebox';
import type { Problem } from '../errors.ts';
import { limits } from '../limits.ts';
import { type ApprovalView, DecisionRequest, type DecisionResponse } from './approval.ts';
import { Strict, Uuid } from './primitives.ts';
import type { StreamMessage } from './stream.ts';
import { SubmitResultRequest } from './tool-call.ts';

/** A6: what a client may say. `request_id` comes back in the answer, so that answers can be told apart. */
const requestId = Type.Optional(Type.String({ maxLength: 100 }));

export const HitlDecisionMessage = Strict({
  type: Type.Literal('hitl_decision'),
  request_id: requestId,
  call_id: Uuid,
  ...DecisionRequest.properties,
});
export type HitlDecisionMessage = Static<typeof HitlDecisionMessage>;

/** An executor's report. Its error is an execution error and nothing else. */
export const ToolResultMessage = Strict({
  type: Type.Literal('tool_result'),
  request_id: requestId,
  call_id: Uuid,
  ...SubmitResultRequest.properties,
});
export type ToolResultMessage = Static<typeof ToolResultMessage>;

const PingMessage = Strict({ type: Type.Literal('ping'), request_id: requestId });

export const ClientMessage = Type.Union([HitlDecisionMessage, ToolResultMessage, PingMessage]);
export type ClientMessage = Static<typeof ClientMessage>;

/** What the server says over the session's WebSocket. */
export type ServerMessage =
  | { readonly type: 'pending_approvals'; readonly approvals: readonly ApprovalView[]; readonly event_id: number }
  | {
      readonly type: 'event';
      readonly id: number;
      readonly event: StreamMessage['event'];
      readonly data: StreamMessage['data'];
    }
  | { readonly type: 'approval_requested'; readonly approval: ApprovalView }
  | {
      readonly type: 'hitl_decision_result';
      readonly request_id: string | null;
      readonly call_id: string;
      readonly response: DecisionResponse;
    }
  | {
      readonly type: 'tool_result_ack';
      readonly request_id: string | null;
      readonly call_id: string;
      readonly status: string;
    }
  | { readonly type: 'error'; readonly request_id: string | null; readonly problem: Problem }
  | { readonly type: 'pong'; readonly request_id: string | null };

export const websocketProtocol = 'countersign.session.v1';
/** Browsers cannot set headers on a WebSocket: the token rides as a second sub-protocol behind this prefix. */
export const websocketBearerPrefix = 'base64url.bearer.countersign.';
export const websocketMessageBytesMax = limits.bodyBytesMax;
