import type { ApprovalId, ErrorType, OutputChunk } from '@countersign/contract';
import type { ApprovalBasis, CallRequest, Executor, Person, Printed } from './tool-call.ts';

/** A call that waited for a preview, judged again when the waiting was over; `by` is the runner that gave one. */
export type Rejudged = { readonly request: CallRequest; readonly by: { readonly name: string } | null };

/** What can happen to a tool call. `at` is always the clock's word, never the sender's. */
export type CallEvent =
  | { readonly type: 'preview'; readonly at: number; readonly previewBy: number }
  | {
      readonly type: 'ask';
      readonly at: number;
      readonly approvalId: ApprovalId;
      readonly deadlineAt: number | null;
      readonly rejudged?: Rejudged;
    }
  | {
      readonly type: 'allow';
      readonly at: number;
      readonly basis: ApprovalBasis;
      readonly nonce: string;
      readonly claimBy: number;
      readonly rejudged?: Rejudged;
    }
  | {
      readonly type: 'deny';
      readonly at: number;
      readonly ruleId: string;
      readonly reason: string;
      readonly rejudged?: Rejudged;
    }
  | { readonly type: 'invalidate'; readonly at: number; readonly error: string; readonly rejudged?: Rejudged }
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
  | {
      readonly type: 'print';
      readonly at: number;
      readonly executor: Executor;
      readonly fence: number | null;
      /** What is new, secrets masked, and how far the streams are with it. */
      readonly chunks: readonly OutputChunk[];
      readonly printed: Printed;
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
  | {
      readonly type: 'undo';
      readonly at: number;
      readonly executor: Executor;
      readonly by: string;
      readonly path: string;
      /** Of what was put back; null where the file is gone again. */
      readonly sha256: string | null;
    }
  /** Contact was lost: the lease ran out (`reportedBy` null), or the executor itself cannot tell what happened. */
  | {
      readonly type: 'lose';
      readonly at: number;
      readonly reportedBy: { readonly executor: Executor; readonly fence: number | null } | null;
    };

export type CallEventType = CallEvent['type'];

export const callEventTypes = [
  'preview',
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
  'print',
  'request_cancel',
  'complete',
  'fail',
  'stop',
  'undo',
  'lose',
] as const satisfies readonly CallEventType[];
