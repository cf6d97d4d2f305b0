import type { PostMessageRequest } from '@countersign/contract';
import type { Call, CallInput, CallOptions } from './endpoint-types.ts';

/** W1, W5: what is said to the agent of a project, the runs that come of it, and the log of everything. */
export function agentClients(call: Call, newKey: () => string | undefined) {
  return {
    chat: {
      /**
       * Gives the agent a task, or steers a run. A key goes along unless retries are off, so that a retry after a lost
       * answer does not make a second run.
       */
      postMessage: (
        projectId: string,
        body: PostMessageRequest,
        { idempotencyKey, signal }: CallOptions & { readonly idempotencyKey?: string | undefined } = {},
      ) => {
        const key = idempotencyKey ?? newKey();
        const headers = key === undefined ? {} : { 'idempotency-key': key };
        return call('postMessage', { params: { project_id: projectId }, headers, body }, { signal });
      },
      listMessages: (projectId: string, query: CallInput<'listMessages'>['query'] = {}, options?: CallOptions) =>
        call('listMessages', { params: { project_id: projectId }, query }, options),
      models: (projectId: string, options?: CallOptions) =>
        call('listModels', { params: { project_id: projectId } }, options),
    },
    runs: {
      list: (projectId: string, query: CallInput<'listRuns'>['query'] = {}, options?: CallOptions) =>
        call('listRuns', { params: { project_id: projectId }, query }, options),
      get: (projectId: string, runId: string, waitMs = 0, options?: CallOptions) =>
        call('getRun', { params: { project_id: projectId, run_id: runId }, query: { wait_ms: waitMs } }, options),
      transcript: (
        projectId: string,
        runId: string,
        query: CallInput<'getTranscript'>['query'] = {},
        options?: CallOptions,
      ) => call('getTranscript', { params: { project_id: projectId, run_id: runId }, query }, options),
      stop: (projectId: string, runId: string, reason?: string, options?: CallOptions) => {
        const body = reason === undefined ? {} : { reason };
        return call('stopRun', { params: { project_id: projectId, run_id: runId }, body }, options);
      },
      pause: (projectId: string, runId: string, options?: CallOptions) =>
        call('pauseRun', { params: { project_id: projectId, run_id: runId } }, options),
      resume: (projectId: string, runId: string, options?: CallOptions) =>
        call('resumeRun', { params: { project_id: projectId, run_id: runId } }, options),
    },
    /** The entries themselves; `events` is the stream of what they mean to a viewer. */
    eventLog: {
      list: (projectId: string, query: CallInput<'listEvents'>['query'] = {}, options?: CallOptions) =>
        call('listEvents', { params: { project_id: projectId }, query }, options),
      tree: (projectId: string, query: CallInput<'getEventTree'>['query'] = {}, options?: CallOptions) =>
        call('getEventTree', { params: { project_id: projectId }, query }, options),
    },
  };
}
