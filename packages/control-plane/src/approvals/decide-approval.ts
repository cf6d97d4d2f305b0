import {
  type ApprovalId,
  CountersignError,
  type DecisionVerb,
  type GrantMatcher,
  type GrantScope,
  isoTime,
  type JsonObject,
  type ProjectId,
} from '@countersign/contract';
import type { CallEvent, ToolCall } from '@countersign/tool-call';
import { advanceDueCall } from '../calls/advance-due-calls.ts';
import { moveCall } from '../calls/commit-transition.ts';
import { newNonce } from '../calls/first-move.ts';
import { requireArguments } from '../calls/require-arguments.ts';
import type { ControlPlane } from '../control-plane.ts';
import { shownLength } from '../figures/shown-length.ts';
import { grantCreated, rememberDecision } from '../grants/remember-decision.ts';
import { maskTexts } from '../mask-texts.ts';
import type { ApprovalWithCall, Decision, GrantRecord } from '../ports/records.ts';
import { redactionMarker } from '../ports/redactor.ts';
import { actorOf, personOf, type User } from '../principal.ts';
import { closedApproval } from './closed-approval.ts';
import { editRequest } from './edit-request.ts';
import { requireSameTool } from './require-same-tool.ts';
import { requireShowable } from './require-showable.ts';

export type DecisionInput = {
  readonly verb: DecisionVerb;
  readonly feedback: string | null;
  readonly modifiedArguments: JsonObject | null;
  /** Of the call that was shown; null where the surface did not say. */
  readonly digest: string | null;
  readonly scope: GrantScope;
  readonly expiresInSeconds: number | null;
};

export type Decided = { readonly call: ToolCall; readonly decision: Decision; readonly grant: GrantRecord | null };

/**
 * L4, A1: the one way to decide, for every surface. The first decision wins; the same again gets the same answer; a
 * different one learns who decided and when; one after the deadline learns that it is too late.
 */
export async function decideApproval(
  plane: ControlPlane,
  user: User,
  target: { readonly projectId: ProjectId; readonly approvalId: ApprovalId },
  input: DecisionInput,
): Promise<Decided> {
  const found = await plane.store.findApproval(target.projectId, target.approvalId);
  if (!found) throw new CountersignError('not_found', 'There is no such approval here.');
  if (found.approval.status !== 'pending') return answerAgain(plane, found, input);
  const { call } = found;
  if (input.digest !== null && input.digest !== call.request.digest) {
    throw new CountersignError('digest_mismatch', 'The call is not the one you were shown. Look at it again.', {
      digest: call.request.digest,
    });
  }
  const plan = planDecision(plane, user, found, input);
  const { grant, decision } = plan;
  const moved = await moveCall(plane, call, (current) =>
    current.version !== call.version
      ? null
      : {
          event: plan.event,
          actor: actorOf(user),
          following: () => [
            closedApproval(call, input.verb === 'reject' ? 'rejected' : 'approved', decision),
            ...(grant ? [{ kind: 'grant', record: grant } as const] : []),
          ],
          alsoRecord: grant ? [grantCreated(grant, decision.at)] : [],
        },
  );
  if (moved?.status === 'done') return { call: moved.call, decision, grant };
  if (moved?.status === 'refused' && moved.refusal === 'too_late') await advanceDueCall(plane, moved.call);
  // Too late, or someone else was faster: what became of it is the answer. It need not have expired: a call can be
  // withdrawn after its deadline, before anybody has looked at the clock.
  const now = await plane.store.findApproval(target.projectId, target.approvalId);
  if (!now || now.approval.status === 'pending')
    throw new CountersignError('conflict', 'The approval changed meanwhile. Try again.');
  return answerAgain(plane, now, input);
}

function planDecision(
  plane: ControlPlane,
  user: User,
  found: ApprovalWithCall,
  input: DecisionInput,
): { readonly event: CallEvent; readonly decision: Decision; readonly grant: GrantRecord | null } {
  const { call } = found;
  const at = plane.clock.now();
  const by = personOf(user);
  const feedback = input.feedback === null || input.feedback.trim() === '' ? null : plane.redactor.text(input.feedback);
  const decision = { verb: input.verb, by, at, feedback, grantId: null, shownLength: shownLength(plane, found) };
  if (input.verb === 'reject') {
    if (input.scope !== 'call')
      throw new CountersignError('cannot_remember', 'Only approvals can be remembered. Reject without a scope.');
    return { event: { type: 'reject', at, by, feedback }, decision, grant: null };
  }
  requireArguments(call);
  requireSameTool(plane, call);
  const edited = input.verb === 'edit' ? editRequest(plane, call, input.modifiedArguments) : null;
  requireShowable(edited?.request ?? call.request);
  const grant = rememberDecision(plane, by, { ...call, request: edited?.request ?? call.request }, input, at);
  if (grant && holdsSecret(plane, grant.matcher)) {
    throw new CountersignError(
      'cannot_remember',
      'What would be remembered of this call holds a secret. Approve only this call.',
    );
  }
  return {
    event: {
      type: 'approve',
      at,
      by,
      ...(feedback === null ? {} : { feedback }),
      nonce: newNonce(),
      claimBy: at + plane.settings.claimWindowMs,
      edited,
    },
    decision: { ...decision, grantId: grant?.id ?? null },
    grant,
  };
}

/** A grant is stored and shown, and one whose secret is masked would cover nothing. */
export function holdsSecret({ redactor }: Pick<ControlPlane, 'redactor'>, matcher: GrantMatcher): boolean {
  return maskTexts(redactor, matcher) !== matcher;
}

/** A decision on something that is no longer open. */
async function answerAgain(plane: ControlPlane, found: ApprovalWithCall, input: DecisionInput): Promise<Decided> {
  const { approval, call } = found;
  const { decision } = approval;
  if (approval.status === 'expired') throw expired(found);
  if (!decision) {
    throw new CountersignError('already_decided', 'The call was withdrawn, so there is nothing to decide any more.', {
      approval_status: approval.status,
    });
  }
  const grant = decision.grantId === null ? null : await plane.store.findGrant(approval.projectId, decision.grantId);
  if (decision.verb === input.verb && (grant?.scope ?? 'call') === input.scope && isSameEdit(plane, call, input)) {
    return { call, decision, grant };
  }
  throw new CountersignError(
    'already_decided',
    `${decision.by.name} decided "${decision.verb}" at ${isoTime(decision.at)}. That stands.`,
    {
      approval_status: approval.status,
      decision: decision.verb,
      decided_by: decision.by.name,
      decided_at: isoTime(decision.at),
    },
  );
}

function isSameEdit(plane: ControlPlane, call: ToolCall, input: DecisionInput): boolean {
  if (input.verb !== 'edit') return true;
  try {
    const { digest, params } = editRequest(plane, call, input.modifiedArguments).request;
    const { request } = call;
    // Once the real arguments are gone, a text that stayed masked can only be compared as it is shown.
    const isMasked = request.sealedArguments === null && request.params.includes(redactionMarker);
    return digest === request.digest || (isMasked && params === request.params);
  } catch {
    return false;
  }
}

function expired({ approval }: ApprovalWithCall): CountersignError {
  const deadline = isoTime(approval.deadlineAt ?? 0);
  return new CountersignError(
    'approval_expired',
    `The deadline was ${deadline}. The agent was told that nobody decided; it may ask again.`,
    {
      approval_status: 'expired',
      deadline_at: deadline,
    },
  );
}
