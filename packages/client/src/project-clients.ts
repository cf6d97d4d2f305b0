import {
  type CreateSessionRequest,
  limits,
  type OutputChunk,
  type PreviewFile,
  type RunnerAnnouncement,
  type SubmitResultRequest,
} from '@countersign/contract';
import type { Call, CallInput, CallOptions } from './endpoint-types.ts';

/** The parts of a project that are read, listed and taken back in the same few ways. */
export function projectClients(call: Call) {
  return {
    tools: {
      available: (projectId: string, options?: CallOptions) =>
        call('listAvailableTools', { params: { project_id: projectId } }, options),
      /** Of every project and source, by name: what this principal may use. */
      list: (query: CallInput<'listTools'>['query'] = {}, options?: CallOptions) =>
        call('listTools', { query }, options),
      get: (toolName: string, options?: CallOptions) => call('getTool', { params: { tool_id: toolName } }, options),
      change: (toolName: string, body: CallInput<'changeTool'>['body'], options?: CallOptions) =>
        call('changeTool', { params: { tool_id: toolName }, body }, options),
      /** U9: runs a tool by its name. What came to no result is thrown, with the members of U8 in its details. */
      execute: (
        toolName: string,
        body: CallInput<'executeUpstreamTool'>['body'] = {},
        { idempotencyKey, signal }: CallOptions & { readonly idempotencyKey?: string | undefined } = {},
      ) =>
        call(
          'executeUpstreamTool',
          {
            params: { tool_id: toolName },
            headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
            // Said, so that it is waited for here as long as there.
            body: { wait_ms: limits.waitMsMax, ...body },
          },
          { signal },
        ),
    },
    toolCalls: {
      list: (projectId: string, query: CallInput<'listToolCalls'>['query'] = {}, options?: CallOptions) =>
        call('listToolCalls', { params: { project_id: projectId }, query }, options),
      get: (projectId: string, toolId: string, options?: CallOptions) =>
        call('getToolCall', { params: { project_id: projectId, tool_id: toolId } }, options),
      output: (projectId: string, toolId: string, after = 0, options?: CallOptions) =>
        call('listToolOutput', { params: { project_id: projectId, tool_id: toolId }, query: { after } }, options),
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
      /** A2: everything in a session, for a while. */
      everything: (projectId: string, sessionId: string, expiresInSeconds: number, options?: CallOptions) =>
        call(
          'grantEverything',
          {
            params: { project_id: projectId, session_id: sessionId },
            body: { scope: 'session', expires_in_seconds: expiresInSeconds },
          },
          options,
        ),
      list: (projectId: string, query: CallInput<'listGrants'>['query'] = {}, options?: CallOptions) =>
        call('listGrants', { params: { project_id: projectId }, query }, options),
      revoke: (projectId: string, grantId: string, options?: CallOptions) =>
        call('revokeGrant', { params: { project_id: projectId, grant_id: grantId } }, options),
    },
    runners: {
      list: (projectId: string, options?: CallOptions) =>
        call('listRunners', { params: { project_id: projectId } }, options),
      createPairingCode: (projectId: string, options?: CallOptions) =>
        call('createPairingCode', { params: { project_id: projectId } }, options),
    },
    /** What a runner does: join, say that it is there, and with a call take it, tell what it prints and how it ended. */
    runner: {
      pair: (body: CallInput<'pairRunner'>['body'], options?: CallOptions) => call('pairRunner', { body }, options),
      announce: (projectId: string, body: RunnerAnnouncement, options?: CallOptions) =>
        call('announceRunner', { params: { project_id: projectId }, body }, options),
      preview: (projectId: string, toolId: string, files: readonly PreviewFile[], options?: CallOptions) =>
        call(
          'submitPreview',
          { params: { project_id: projectId, tool_id: toolId }, body: { files: [...files] } },
          options,
        ),
      output: (
        projectId: string,
        toolId: string,
        fence: number,
        chunks: readonly OutputChunk[],
        options?: CallOptions,
      ) =>
        call(
          'submitOutput',
          { params: { project_id: projectId, tool_id: toolId }, body: { fence, chunks: [...chunks] } },
          options,
        ),
      undone: (projectId: string, toolId: string, body: CallInput<'reportUndone'>['body'], options?: CallOptions) =>
        call('reportUndone', { params: { project_id: projectId, tool_id: toolId }, body }, options),
      claim: (projectId: string, toolId: string, options?: CallOptions) =>
        call('claimToolCall', { params: { project_id: projectId, tool_id: toolId } }, options),
      renew: (projectId: string, toolId: string, fence: number, options?: CallOptions) =>
        call('renewLease', { params: { project_id: projectId, tool_id: toolId }, body: { fence } }, options),
      result: (projectId: string, toolId: string, body: SubmitResultRequest, options?: CallOptions) =>
        call('submitToolResult', { params: { project_id: projectId, tool_id: toolId }, body }, options),
    },
  };
}
