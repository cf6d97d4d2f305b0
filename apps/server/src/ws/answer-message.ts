import {
  type ApprovalId,
  CountersignError,
  HitlDecisionMessage,
  type ServerMessage,
  type ToolCallId,
  ToolResultMessage,
} from '@countersign/contract';
import {
  decideApproval,
  decisionResponse,
  type Runner,
  type SessionRecord,
  settleCall,
  type User,
} from '@countersign/control-plane';
import { maskInput } from '../http/mask-input.ts';
import { tooDeepError } from '../http/too-deep-error.ts';
import { compileMessage, invalidRequest } from '../http/validators.ts';
import { decisionInput } from '../rest/decision-input.ts';
import { reportOf } from '../rest/report-of.ts';
import type { ServerContext } from '../server-context.ts';
import { MessageError } from './message-error.ts';

const isDecision = compileMessage(HitlDecisionMessage);
const isToolResult = compileMessage(ToolResultMessage);

/** One message of a client and its answer. A decision is a decision and an error is an error: nothing is guessed. */
export async function answerMessage(
  context: ServerContext,
  principal: User | Runner,
  session: SessionRecord,
  text: string | null,
): Promise<ServerMessage> {
  let requestId: string | null = null;
  try {
    const message = maskInput(context.plane.redactor, parse(text));
    requestId = typeof message.request_id === 'string' ? message.request_id : null;
    switch (message.type) {
      case 'hitl_decision':
        return await decide(context, principal, session, requestId, message);
      case 'tool_result':
        return await settle(context, principal, session, requestId, message);
      case 'ping':
        return { type: 'pong', request_id: requestId };
      default:
        throw new CountersignError('invalid_request', 'Send a message of type hitl_decision, tool_result or ping.');
    }
  } catch (error) {
    throw new MessageError(requestId, error);
  }
}

function parse(text: string | null): Record<string, unknown> {
  if (text === null) throw new CountersignError('malformed_json', 'Send text, not binary frames.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CountersignError('malformed_json', 'The message could not be read as JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CountersignError('invalid_request', 'Send a JSON object with a type.');
  }
  const tooDeep = tooDeepError(value);
  if (tooDeep) throw tooDeep;
  return value as Record<string, unknown>;
}

async function decide(
  { plane }: ServerContext,
  principal: User | Runner,
  { projectId, id }: SessionRecord,
  requestId: string | null,
  message: unknown,
): Promise<ServerMessage> {
  if (principal.kind !== 'user') throw new CountersignError('forbidden', 'Only a person decides.');
  if (!isDecision(message)) throw invalidRequest(isDecision);
  const { call_id: callId, ...decision } = message as HitlDecisionMessage;
  const call = await plane.store.findCall(projectId, callId as ToolCallId);
  const approvalId = call && 'approvalId' in call.state ? call.state.approvalId : null;
  if (!call || call.request.sessionId !== id || approvalId === null) {
    throw new CountersignError('not_found', 'There is no call to decide with that id in this session.');
  }
  const decided = await decideApproval(
    plane,
    principal,
    { projectId, approvalId: approvalId as ApprovalId },
    decisionInput(decision),
  );
  return {
    type: 'hitl_decision_result',
    request_id: requestId,
    call_id: callId,
    response: decisionResponse(approvalId, decided),
  };
}

async function settle(
  { plane }: ServerContext,
  principal: User | Runner,
  session: SessionRecord,
  requestId: string | null,
  message: unknown,
): Promise<ServerMessage> {
  if (principal.kind !== 'runner')
    throw new CountersignError('forbidden', 'Only the runner that claimed a call reports its result.');
  if (!isToolResult(message)) throw invalidRequest(isToolResult);
  const { call_id: callId, ...report } = message as ToolResultMessage;
  const known = await plane.store.findCall(session.projectId, callId as ToolCallId);
  if (known?.request.sessionId !== session.id)
    throw new CountersignError('not_found', 'There is no such call in this session.');
  const call = await settleCall(plane, principal, callId as ToolCallId, reportOf(report));
  return { type: 'tool_result_ack', request_id: requestId, call_id: callId, status: call.state.status };
}
