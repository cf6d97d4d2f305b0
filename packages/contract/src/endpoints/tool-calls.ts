import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { Page, PageQuery, Strict, Uuid } from '../schemas/primitives.ts';
import { CallStatus, ToolCallView } from '../schemas/tool-call.ts';
import { endpoint, inProject } from './endpoint.ts';
import { ProjectParams, projectPath, ToolCallParams } from './params.ts';

export const listToolCalls = endpoint({
  id: 'listToolCalls',
  method: 'GET',
  path: `${projectPath}/tool-calls`,
  summary: 'Tool calls, newest first. An agent sees its own.',
  access: inProject('user', 'agent'),
  params: ProjectParams,
  query: Strict({ status: Type.Optional(CallStatus), session_id: Type.Optional(Uuid), ...PageQuery }),
  responses: { 200: Page('tool_calls', ToolCallView) },
  errors: ['not_found'],
});

export const getToolCall = endpoint({
  id: 'getToolCall',
  method: 'GET',
  path: `${projectPath}/tool-calls/:tool_id`,
  summary: 'One tool call; may wait until it is settled.',
  access: inProject('user', 'agent'),
  params: ToolCallParams,
  query: Strict({ wait_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.waitMsMax, default: 0 })) }),
  responses: { 200: ToolCallView },
  errors: ['not_found'],
});

export const cancelToolCall = endpoint({
  id: 'cancelToolCall',
  method: 'POST',
  path: `${projectPath}/tool-calls/:tool_id/cancel`,
  summary: 'Withdraw a call. One that is executing is asked to stop.',
  access: inProject('user', 'agent'),
  params: ToolCallParams,
  responses: { 200: ToolCallView },
  errors: ['not_found', 'illegal_transition'],
});
