import type { Call, CallInput, CallOptions } from './endpoint-types.ts';

/** The rules in force, and what others would do. Saving them is for administrators. */
export function policyClient(call: Call) {
  return {
    get: (projectId: string, options?: CallOptions) =>
      call('getPolicy', { params: { project_id: projectId } }, options),
    explain: (projectId: string, body: NonNullable<CallInput<'explainCall'>['body']>, options?: CallOptions) =>
      call('explainCall', { params: { project_id: projectId }, body }, options),
    simulate: (projectId: string, body: NonNullable<CallInput<'simulatePolicy'>['body']>, options?: CallOptions) =>
      call('simulatePolicy', { params: { project_id: projectId }, body }, options),
    draft: (projectId: string, body: NonNullable<CallInput<'draftRule'>['body']>, options?: CallOptions) =>
      call('draftRule', { params: { project_id: projectId }, body }, options),
    /** `text_hash` is that of the policy it was made from. */
    save: (projectId: string, body: NonNullable<CallInput<'savePolicy'>['body']>, options?: CallOptions) =>
      call('savePolicy', { params: { project_id: projectId }, body }, options),
  };
}
