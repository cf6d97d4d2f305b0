import type {
  AgentId,
  ApprovalId,
  ErrorType,
  ExpectedFile,
  GrantId,
  JsonObject,
  ProjectId,
  RiskLevel,
  RunnerId,
  SessionId,
  ToolCallId,
  ToolTarget,
  UserId,
} from '@countersign/contract';

/** One request to run one tool, from request to end. Changes only through `transition`. */
export type ToolCall = {
  readonly id: ToolCallId;
  /** Grows by one with every change; a write says which version it saw. */
  readonly version: number;
  readonly request: CallRequest;
  readonly state: CallState;
};

export type Person = { readonly userId: UserId; readonly name: string };

/** Who may hold a claim: a runner, or the server's own process. */
export type Executor = RunnerId | 'server';

/**
 * On whose behalf a service is called. Kept only with calls of tools that a service offers, sealed as real arguments
 * are, and gone once the call is settled: it may hold the agent's own token.
 */
export type CallCaller = {
  /** Who vouches for the subject: the issuer of the agent's token, or `countersign` for our own. */
  readonly issuer: string;
  readonly subject: string;
  /** The agent that acts for the subject. */
  readonly actor: string;
  readonly sessionKey: string;
  readonly token: string | null;
  readonly tokenExpiresAt: number | null;
  /** What access is decided by, when it is asked for and once more when it runs. */
  readonly claims: JsonObject;
};

/** What was asked, by whom, and what the gate made of it. Only a preview and an edit by a human make another one. */
export type CallRequest = {
  readonly projectId: ProjectId;
  readonly sessionId: SessionId;
  readonly userId: UserId;
  readonly agentId: AgentId;
  readonly toolName: string;
  readonly toolVersion: string;
  readonly target: ToolTarget;
  readonly machine: string | null;
  /** Whether it may use the network where it runs. */
  readonly network: boolean;
  /** Files that it stands on, as they were shown; whoever executes finds them unchanged or refuses. */
  readonly expectedFiles: readonly ExpectedFile[];
  /** Canonical JSON of the real arguments; null once the call is settled and they are no longer needed. */
  readonly sealedArguments: string | null;
  /** Null for tools that no service offers, and once the call is settled. */
  readonly caller: CallCaller | null;
  /** Canonical JSON with secrets masked: what is shown, stored and streamed. */
  readonly params: string;
  /** What the agent asked for before a human edited it, masked; null where nobody did. */
  readonly originalParams: string | null;
  readonly digest: string;
  readonly policyVersion: string;
  readonly riskLevel: RiskLevel;
  readonly ruleId: string;
  readonly reasons: readonly string[];
  readonly description: string;
  readonly agentNote: string | null;
  readonly executionTimeoutMs: number;
  readonly createdAt: number;
};

/** Why a call may run. */
export type ApprovalBasis =
  | { readonly kind: 'rule'; readonly ruleId: string }
  | { readonly kind: 'grant'; readonly grantId: GrantId; readonly text: string }
  | { readonly kind: 'human'; readonly by: Person; readonly feedback?: string }
  | { readonly kind: 'edit'; readonly by: Person; readonly feedback?: string; readonly changed: readonly string[] };

type Pending = {
  readonly status: 'pending';
  /** Until when a runner may say what it would change or run; null before it was decided whether one is asked. */
  readonly previewBy: number | null;
};

type AwaitingApproval = {
  readonly status: 'awaiting_approval';
  readonly approvalId: ApprovalId;
  readonly deadlineAt: number | null;
};

type Approval = {
  readonly approvalId: ApprovalId | null;
  readonly basis: ApprovalBasis;
  readonly approvedAt: number;
};

type Approved = Approval & {
  readonly status: 'approved';
  readonly nonce: string;
  readonly claimBy: number;
};

type Claim = Approval & {
  readonly nonce: string;
  readonly claimBy: number;
  readonly executor: Executor;
  readonly fence: number;
  readonly startedAt: number;
};

export type Executing = Claim & {
  readonly status: 'executing';
  readonly leaseUntil: number;
  /** The lease is never renewed past this: the execution timeout with some grace. */
  readonly executeBy: number;
  readonly cancelRequestedAt: number | null;
  readonly printed: Printed;
};

/** T7: how far each stream of a running call is, in characters. */
export type Printed = {
  /** As its executor counts, so that a piece that is sent again is not told twice. */
  readonly received: Lengths;
  /** As viewers count: secrets that were masked on the way have another length. */
  readonly told: Lengths;
  /** Whether there was more than is told. */
  readonly isCut: boolean;
};

type Lengths = { readonly stdout: number; readonly stderr: number };

export const nothingPrinted: Printed = {
  received: { stdout: 0, stderr: 0 },
  told: { stdout: 0, stderr: 0 },
  isCut: false,
};

export type Unknown = Claim & { readonly status: 'unknown'; readonly completedAt: number };

type Completed = Claim & {
  readonly status: 'completed';
  readonly completedAt: number;
  readonly result: string | null;
  readonly executionTimeMs: number;
  /** When the runner put back what it had written; null where it did not. */
  readonly undoneAt: number | null;
};

type Rejected = {
  readonly status: 'rejected';
  readonly approvalId: ApprovalId | null;
  readonly by:
    | { readonly kind: 'human'; readonly person: Person; readonly feedback: string | null }
    | { readonly kind: 'policy'; readonly ruleId: string; readonly reason: string };
  readonly completedAt: number;
};

type TimedOut = {
  readonly status: 'timeout';
  readonly approvalId: ApprovalId;
  readonly deadlineAt: number;
  readonly completedAt: number;
};

type Failed = {
  readonly status: 'failed';
  /** `invalid`: refused before it could be judged; `no_runner`: nobody claimed it; `execution`: it ran and failed. */
  readonly cause: 'invalid' | 'no_runner' | 'execution';
  readonly approvalId: ApprovalId | null;
  readonly approvedAt: number | null;
  readonly executor: Executor | null;
  readonly fence: number | null;
  readonly error: string;
  readonly errorType: ErrorType;
  readonly result: string | null;
  readonly executionTimeMs: number | null;
  readonly completedAt: number;
};

type Cancelled = {
  readonly status: 'cancelled';
  readonly approvalId: ApprovalId | null;
  readonly approvedAt: number | null;
  readonly executor: Executor | null;
  readonly fence: number | null;
  readonly by: string;
  readonly completedAt: number;
};

export type CallState =
  | Pending
  | AwaitingApproval
  | Approved
  | Executing
  | Completed
  | Rejected
  | TimedOut
  | Failed
  | Cancelled
  | Unknown;

/** When somebody has to look at the call again if nothing happens: preview, deadline, claim window or lease. */
export function wakeAt(state: CallState): number | null {
  switch (state.status) {
    case 'pending':
      return state.previewBy;
    case 'awaiting_approval':
      return state.deadlineAt;
    case 'approved':
      return state.claimBy;
    case 'executing':
      return state.leaseUntil;
    default:
      return null;
  }
}
