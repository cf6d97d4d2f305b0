import type { ApprovalId, ErrorType } from '@countersign/contract';
import type { ApprovalBasis, CallRequest, Executor, Person } from './tool-call.ts';

/** What can happen to a tool call. `at` is always the clock's word, never the sender's. */
export type CallEvent =
  | { readonly type: 'ask'; readonly at: number; readonly approvalId: ApprovalId; readonly deadlineAt: number | null }
  | {
      readonly type: 'allow';
      readonly at: number;
      readonly basis: ApprovalBasis;
      readonly nonce: string;
      readonly claimBy: number;
    }
  | { readonly type: 'deny'; readonly at: number; readonly ruleId: string; readonly reason: string }
  | { readonly type: 'invalidate'; readonly at: number; readonly error: string }
  | {
      readonly type: 'approve';
      readonly at: number;
      readonly by: Person;
      readonly nonce: string;
      readonly claimBy: number;
      /** What the human said along with it, for the model. */
      readonly feedback?: string;
      /** The request with the human's arguments in it, already validated, judged and sealed again. */
      readonly edited: { readonly request: CallRequest; readonly changed: readonly string[] } | null;
    }
  | { readonly type: 'reject'; readonly at: number; readonly by: Person; readonly feedback: string | null }
  | { readonly type: 'expire'; readonly at: number }
  | { readonly type: 'cancel'; readonly at: number; readonly by: string }
  | {
      readonly type: 'claim';
      readonly at: number;
      readonly executor: Executor;
      readonly leaseUntil: number;
      readonly executeBy: number;
    }
  | { readonly type: 'abandon'; readonly at: number }
  | {
      readonly type: 'renew';
      readonly at: number;
      readonly executor: Executor;
      readonly fence: number | null;
      readonly leaseUntil: number;
    }
  | { readonly type: 'request_cancel'; readonly at: number; readonly by: string }
  | {
      readonly type: 'complete';
      readonly at: number;
      readonly executor: Executor;
      /** Null where the executor did not say: then its current claim is meant. */
      readonly fence: number | null;
      /** Canonical JSON, secrets masked. */
      readonly result: string | null;
      readonly executionTimeMs: number | null;
    }
  | {
      readonly type: 'fail';
      readonly at: number;
      readonly executor: Executor;
      readonly fence: number | null;
      readonly error: string;
      readonly errorType: ErrorType;
      readonly result: string | null;
      readonly executionTimeMs: number | null;
    }
  | { readonly type: 'stop'; readonly at: number; readonly executor: Executor; readonly fence: number | null }
  /** Contact was lost: the lease ran out (`reportedBy` null), or the executor itself cannot tell what happened. */
  | {
      readonly type: 'lose';
      readonly at: number;
      readonly reportedBy: { readonly executor: Executor; readonly fence: number | null } | null;
    };

export type CallEventType = CallEvent['type'];

export const callEventTypes = [
  'ask',
  'allow',
  'deny',
  'invalidate',
  'approve',
  'reject',
  'expire',
  'cancel',
  'claim',
  'abandon',
  'renew',
  'request_cancel',
  'complete',
  'fail',
  'stop',
  'lose',
] as const satisfies readonly CallEventType[];
