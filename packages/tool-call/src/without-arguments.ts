import type { CallRequest } from './tool-call.ts';

/**
 * A request whose real arguments and caller are no longer needed. Its parts are named one by one: copying all of them
 * would open what is sealed only to drop it, and a call whose seal cannot be opened could then never be ended.
 */
export function withoutArguments(request: CallRequest): CallRequest {
  return {
    projectId: request.projectId,
    sessionId: request.sessionId,
    userId: request.userId,
    agentId: request.agentId,
    toolName: request.toolName,
    toolVersion: request.toolVersion,
    target: request.target,
    machine: request.machine,
    network: request.network,
    expectedFiles: request.expectedFiles,
    sealedArguments: null,
    caller: null,
    params: request.params,
    originalParams: request.originalParams,
    digest: request.digest,
    policyVersion: request.policyVersion,
    riskLevel: request.riskLevel,
    ruleId: request.ruleId,
    reasons: request.reasons,
    description: request.description,
    agentNote: request.agentNote,
    executionTimeoutMs: request.executionTimeoutMs,
    createdAt: request.createdAt,
  };
}
