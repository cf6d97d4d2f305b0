import { randomBytes } from 'node:crypto';
import { newId } from '@countersign/contract';
import { grantText } from '@countersign/policy';
import type { CallEvent, ToolCall } from '@countersign/tool-call';
import type { Admission } from '../admission/admit-call.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { FollowingWrite } from '../ports/store.ts';

export type FirstMove = Extract<CallEvent, { type: 'ask' | 'allow' | 'deny' | 'invalidate' }>;

/** What becomes of a call by what the gate and the remembered decisions say. */
export function firstMove(plane: ControlPlane, admission: Admission, at: number): FirstMove {
  if (admission.verdict === 'invalid') return { type: 'invalidate', at, error: admission.error };
  const { assessment, grant } = admission;
  const { ruleId } = assessment;
  const allow = { type: 'allow', at, nonce: newNonce(), claimBy: at + plane.settings.claimWindowMs } as const;
  if (grant) return { ...allow, basis: { kind: 'grant', grantId: grant.id, text: grantText(grant.matcher) } };
  switch (assessment.outcome) {
    case 'allow':
      return { ...allow, basis: { kind: 'rule', ruleId } };
    case 'deny':
      return { type: 'deny', at, ruleId, reason: assessment.reasons.join(' ') };
    case 'ask':
      return ask(at, assessment.approvalTimeoutSeconds);
  }
}

/** L5: the deadline counts from when a person is asked. */
export function ask(at: number, seconds: number | null): Extract<CallEvent, { type: 'ask' }> {
  return { type: 'ask', at, approvalId: newId(at), deadlineAt: seconds === null ? null : at + seconds * 1000 };
}

/** 128 random bits: an order can be told from every other, and used once. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

/** The approval that is written with a call that a person is asked about now; nothing for any other. */
export function openedApproval(call: ToolCall, at: number): FollowingWrite[] {
  if (call.state.status !== 'awaiting_approval') return [];
  const { approvalId, deadlineAt } = call.state;
  const { projectId, sessionId } = call.request;
  const record = {
    id: approvalId,
    callId: call.id,
    projectId,
    sessionId,
    status: 'pending',
    requestedAt: at,
    deadlineAt,
    decision: null,
  } as const;
  return [{ kind: 'approval', record }];
}
