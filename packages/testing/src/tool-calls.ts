import { type CallStatus, newId } from '@countersign/contract';
import {
  type ApprovalBasis,
  type CallRequest,
  type CallState,
  nothingPrinted,
  type Person,
  type ToolCall,
} from '@countersign/tool-call';

const createdAt = Date.UTC(2026, 0, 1);

export function aCallRequest(given: Partial<CallRequest> = {}): CallRequest {
  const args = '{"content":"hello","path":"src/hello.txt"}';
  return {
    projectId: newId(),
    sessionId: newId(),
    userId: newId(),
    agentId: newId(),
    toolName: 'write_file',
    toolVersion: 'a'.repeat(64),
    target: 'runner',
    machine: null,
    network: false,
    expectedFiles: [],
    sealedArguments: args,
    caller: null,
    params: args,
    originalParams: null,
    digest: 'b'.repeat(64),
    policyVersion: 'c'.repeat(64),
    riskLevel: 'MEDIUM',
    ruleId: 'default.write',
    reasons: ['writes a file'],
    description: 'Write src/hello.txt',
    agentNote: null,
    executionTimeoutMs: 30_000,
    createdAt,
    ...given,
  };
}

/** A call as first stored, unless a version is given. */
export function aToolCall(
  given: { id?: ToolCall['id']; version?: number; state?: CallState; request?: Partial<CallRequest> } = {},
): ToolCall {
  return {
    id: given.id ?? newId(),
    version: given.version ?? 1,
    request: aCallRequest(given.request),
    state: given.state ?? aState.awaiting_approval(),
  };
}

const person: Person = { userId: newId(), name: 'Ada' };
const deadlineAt = createdAt + 300_000;

function approval(basis: ApprovalBasis = { kind: 'human', by: person }) {
  const approvalId = basis.kind === 'rule' || basis.kind === 'grant' ? null : newId<'approval'>();
  return { approvalId: approvalId as never, basis, approvedAt: createdAt + 1_000 };
}

function claim() {
  return {
    ...approval(),
    nonce: 'nonce',
    claimBy: createdAt + 61_000,
    executor: newId<never>(),
    fence: 1,
    startedAt: createdAt + 2_000,
  };
}

const completedAt = createdAt + 3_000;

/** One plausible state of each status. */
export const aState = {
  pending: () => ({ status: 'pending', previewBy: null }),
  awaiting_approval: () => ({ status: 'awaiting_approval', approvalId: newId(), deadlineAt }),
  approved: () => ({ status: 'approved', ...approval(), nonce: 'nonce', claimBy: createdAt + 61_000 }),
  executing: () => ({
    status: 'executing',
    ...claim(),
    leaseUntil: createdAt + 32_000,
    executeBy: createdAt + 42_000,
    cancelRequestedAt: null,
    printed: nothingPrinted,
  }),
  completed: () => ({
    status: 'completed',
    ...claim(),
    completedAt,
    result: '{"ok":true}',
    executionTimeMs: 1_000,
    undoneAt: null,
  }),
  rejected: () => ({
    status: 'rejected',
    approvalId: newId(),
    by: { kind: 'human', person, feedback: 'Not there.' },
    completedAt,
  }),
  timeout: () => ({ status: 'timeout', approvalId: newId(), deadlineAt, completedAt: deadlineAt }),
  failed: () => ({
    status: 'failed',
    cause: 'execution',
    approvalId: newId(),
    approvedAt: createdAt + 1_000,
    executor: newId<never>(),
    fence: 1,
    error: 'No space left on device',
    errorType: 'tool_exec',
    result: '{"exit_code":1}',
    executionTimeMs: 1_000,
    completedAt,
  }),
  cancelled: () => ({
    status: 'cancelled',
    approvalId: newId(),
    approvedAt: null,
    executor: null,
    fence: null,
    by: 'Ada',
    completedAt,
  }),
  unknown: () => ({ status: 'unknown', ...claim(), completedAt }),
} as const satisfies { [Status in CallStatus]: () => Extract<CallState, { status: Status }> };
