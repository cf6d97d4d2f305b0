import type { CreateSessionRequest, SubmitResultRequest } from '@countersign/contract';
import type { Call, CallInput, CallOptions } from './endpoint-types.ts';

/** The parts of a project that are read, listed and taken back in the same few ways. */
export function projectClients(call: Call) {
  return {
    tools: {
      available: (projectId: string, options?: CallOptions) =>
        call('listAvailableTools', { params: { project_id: projectId } }, options),
    },
    toolCalls: {
      list: (projectId: string, query: CallInput<'listToolCalls'>['query'] = {}, options?: CallOptions) =>
        call('listToolCalls', { params: { project_id: projectId }, query }, options),
      get: (projectId: string, toolId: string, options?: CallOptions) =>
        call('getToolCall', { params: { project_id: projectId, tool_id: toolId } }, options),
      cancel: (projectId: string, toolId: string, options?: CallOptions) =>
        call('cancelToolCall', { params: { project_id: projectId, tool_id: toolId } }, options),
    },
    sessions: {
      create: (projectId: string, body: CreateSessionRequest = {}, options?: CallOptions) =>
        call('createSession', { params: { project_id: projectId }, body }, options),
      list: (projectId: string, query: CallInput<'listSessions'>['query'] = {}, options?: CallOptions) =>
        call('listSessions', { params: { project_id: projectId }, query }, options),
      get: (projectId: string, sessionId: string, options?: CallOptions) =>
        call('getSession', { params: { project_id: projectId, session_id: sessionId } }, options),
    },
    grants: {
      list: (projectId: string, query: CallInput<'listGrants'>['query'] = {}, options?: CallOptions) =>
        call('listGrants', { params: { project_id: projectId }, query }, options),
      revoke: (projectId: string, grantId: string, options?: CallOptions) =>
        call('revokeGrant', { params: { project_id: projectId, grant_id: grantId } }, options),
    },
    /** What a runner does with a call: take it, say that it goes on, report how it ended. */
    runner: {
      claim: (projectId: string, toolId: string, options?: CallOptions) =>
        call('claimToolCall', { params: { project_id: projectId, tool_id: toolId } }, options),
      renew: (projectId: string, toolId: string, fence: number, options?: CallOptions) =>
        call('renewLease', { params: { project_id: projectId, tool_id: toolId }, body: { fence } }, options),
      result: (projectId: string, toolId: string, body: SubmitResultRequest, options?: CallOptions) =>
        call('submitToolResult', { params: { project_id: projectId, tool_id: toolId }, body }, options),
    },
  };
}
