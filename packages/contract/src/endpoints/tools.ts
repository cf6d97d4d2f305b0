import { ClaimResponse, RenewLeaseRequest, RenewLeaseResponse } from '../schemas/order.ts';
import { AvailableTools } from '../schemas/tool.ts';
import { ExecuteRequest, ExecuteResponse, SubmitResultRequest, SubmitResultResponse } from '../schemas/tool-call.ts';
import { endpoint, inProject } from './endpoint.ts';
import { IdempotencyHeaders, ProjectParams, projectPath, ToolCallParams } from './params.ts';

export const executeTool = endpoint({
  id: 'executeTool',
  method: 'POST',
  path: `${projectPath}/tools/execute`,
  summary: 'Ask for a tool to be run. Answers 200 when the call is settled, 202 with a Location while it is not.',
  access: inProject('agent'),
  params: ProjectParams,
  headers: IdempotencyHeaders('A retry with the same key joins the first call'),
  body: ExecuteRequest,
  responses: { 200: ExecuteResponse, 202: ExecuteResponse },
  errors: ['idempotency_mismatch', 'not_found'],
});

export const listAvailableTools = endpoint({
  id: 'listAvailableTools',
  method: 'GET',
  path: `${projectPath}/tools/available`,
  summary: 'The tools this principal may use.',
  access: inProject('user', 'agent', 'runner'),
  params: ProjectParams,
  responses: { 200: AvailableTools },
  errors: ['not_found'],
});

export const claimToolCall = endpoint({
  id: 'claimToolCall',
  method: 'POST',
  path: `${projectPath}/tools/:tool_id/claim`,
  summary: 'Take an approved call to execute it, under a lease with a fence. Only one executor gets it.',
  access: inProject('runner'),
  params: ToolCallParams,
  responses: { 200: ClaimResponse },
  errors: ['not_found', 'already_claimed', 'illegal_transition'],
});

export const renewLease = endpoint({
  id: 'renewLease',
  method: 'POST',
  path: `${projectPath}/tools/:tool_id/lease`,
  summary: 'Say that the execution goes on. Also tells whether someone wants it stopped.',
  access: inProject('runner'),
  params: ToolCallParams,
  body: RenewLeaseRequest,
  responses: { 200: RenewLeaseResponse },
  errors: ['not_found', 'stale_fence', 'illegal_transition'],
});

export const submitToolResult = endpoint({
  id: 'submitToolResult',
  method: 'POST',
  path: `${projectPath}/tools/:tool_id/result`,
  summary: 'Report how an execution ended.',
  access: inProject('runner'),
  params: ToolCallParams,
  body: SubmitResultRequest,
  responses: { 200: SubmitResultResponse },
  errors: ['not_found', 'not_claimed', 'stale_fence', 'illegal_transition'],
});
