import type { Outcome } from '@countersign/contract';
import type { ApprovalBasis, ToolCall } from './tool-call.ts';

export const defaultRejection = 'The user declined this call.';

/**
 * L9: how a call stands or ended, in one sentence that a model can act on, each way told apart. Denials say whether
 * asking again makes sense. Null while nobody has said anything yet.
 */
export function outcomeOf({ state }: ToolCall): Outcome | null {
  switch (state.status) {
    case 'pending':
    case 'awaiting_approval':
      return null;
    case 'approved':
    case 'executing':
    case 'completed':
      return approvedOutcome(state.basis);
    case 'rejected':
      return state.by.kind === 'policy'
        ? {
            kind: 'denied_by_policy',
            rule_id: state.by.ruleId,
            message: `Denied by policy (${state.by.ruleId}): ${state.by.reason} Nobody can approve it; do not ask for it again.`,
            should_retry: false,
          }
        : {
            kind: 'denied_by_human',
            decided_by: state.by.person.name,
            feedback: state.by.feedback ?? defaultRejection,
            message: `${state.by.person.name} rejected this call: ${state.by.feedback ?? defaultRejection} Do not repeat it unchanged.`,
            should_retry: false,
          };
    case 'timeout':
      return {
        kind: 'timed_out',
        message: 'Approval timeout: nobody decided in time. This is not a refusal; asking again later may succeed.',
        should_retry: true,
      };
    case 'cancelled':
      return { kind: 'cancelled', message: 'The call was cancelled.', should_retry: false };
    case 'unknown':
      return {
        kind: 'unknown',
        message:
          'Contact with the executor was lost after it took the call: it may or may not have run. Find out before doing it again.',
        should_retry: false,
      };
    case 'failed':
      return failedOutcome(state.cause, state.error);
  }
}

function approvedOutcome(basis: ApprovalBasis): Outcome {
  switch (basis.kind) {
    case 'rule':
      return {
        kind: 'approved_by_rule',
        rule_id: basis.ruleId,
        message: `Allowed by rule ${basis.ruleId}.`,
        should_retry: false,
      };
    case 'grant':
      return {
        kind: 'approved_by_grant',
        grant_id: basis.grantId,
        message: `Allowed by a remembered decision: ${basis.text}`,
        should_retry: false,
      };
    case 'human':
      return {
        kind: 'approved',
        decided_by: basis.by.name,
        ...said(basis),
        message: `Approved by ${basis.by.name}.${remark(basis)}`,
        should_retry: false,
      };
    case 'edit':
      return {
        kind: 'edited',
        decided_by: basis.by.name,
        ...said(basis),
        changed: [...basis.changed],
        message: `${basis.by.name} approved this call with changed arguments (${basis.changed.join(', ')}). What ran is not what was asked.${remark(basis)}`,
        should_retry: false,
      };
  }
}

function said({ feedback }: { readonly feedback?: string }): { feedback?: string } {
  return feedback === undefined ? {} : { feedback };
}

function remark({ feedback }: { readonly feedback?: string }): string {
  return feedback === undefined ? '' : ` They added: ${feedback}`;
}

function failedOutcome(cause: 'invalid' | 'no_runner' | 'execution', error: string): Outcome {
  switch (cause) {
    case 'invalid':
      return {
        kind: 'invalid',
        message: `The call is not valid: ${error.replace(/[.\s]+$/, '')}. Correct it and ask again.`,
        should_retry: false,
      };
    case 'no_runner':
      return {
        kind: 'no_runner',
        message: 'No runner of this project is reachable, so the call did not run. Ask again when one is connected.',
        should_retry: true,
      };
    case 'execution':
      return { kind: 'failed', message: `The tool ran and failed: ${error}`, should_retry: false };
  }
}
