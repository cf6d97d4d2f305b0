import type { CreateSourceRequest, RefreshSourceRequest } from '@countersign/contract';
import type { Call, CallOptions } from './endpoint-types.ts';

/** Services, the secrets that are needed to call them, and who may use their tools: for administrators. */
export function sourcesClient(call: Call) {
  return {
    sources: {
      create: (body: CreateSourceRequest, options?: CallOptions) => call('createSource', { body }, options),
      list: (options?: CallOptions) => call('listSources', {}, options),
      get: (source: string, options?: CallOptions) => call('getSource', { params: { source } }, options),
      refresh: (source: string, body: RefreshSourceRequest = {}, options?: CallOptions) =>
        call('refreshSource', { params: { source }, body }, options),
      remove: (source: string, options?: CallOptions) => call('removeSource', { params: { source } }, options),
    },
    secrets: {
      list: (options?: CallOptions) => call('listSecrets', {}, options),
      put: (name: string, value: string, options?: CallOptions) =>
        call('putSecret', { params: { name }, body: { value } }, options),
      remove: (name: string, options?: CallOptions) => call('removeSecret', { params: { name } }, options),
    },
    access: {
      explain: (
        body: { agent_id?: string; claims?: Record<string, unknown>; tool_id?: string },
        options?: CallOptions,
      ) => call('explainAccess', { body }, options),
    },
  };
}
