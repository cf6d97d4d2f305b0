import { newId, type OutcomeKind, outcomeKinds } from '@countersign/contract';
import { aState, aToolCall } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { ada } from '../test/events.ts';
import { type CallState, defaultRejection, outcomeOf } from './index.ts';

const grantId = newId<never>();
const unrun = { ...aState.failed(), executor: null, fence: null, result: null, executionTimeMs: null } as const;

/** One state for each way in which a call can stand or end. */
const states: Record<OutcomeKind, CallState> = {
  approved: { ...aState.approved(), basis: { kind: 'human', by: ada } },
  approved_by_rule: { ...aState.executing(), approvalId: null, basis: { kind: 'rule', ruleId: 'default.low' } },
  approved_by_grant: {
    ...aState.completed(),
    approvalId: null,
    basis: { kind: 'grant', grantId, text: 'git commands in this session' },
  },
  edited: { ...aState.completed(), basis: { kind: 'edit', by: ada, changed: ['path', 'content'] } },
  denied_by_human: { ...aState.rejected(), by: { kind: 'human', person: ada, feedback: 'Use a branch.' } },
  denied_by_policy: {
    ...aState.rejected(),
    approvalId: null,
    by: { kind: 'policy', ruleId: 'deny.rm', reason: 'It deletes everything.' },
  },
  timed_out: aState.timeout(),
  no_runner: { ...unrun, cause: 'no_runner' },
  invalid: { ...unrun, cause: 'invalid', approvalId: null, approvedAt: null, error: 'path: is missing' },
  cancelled: aState.cancelled(),
  failed: aState.failed(),
  unknown: aState.unknown(),
};

function outcome(state: CallState) {
  return outcomeOf(aToolCall({ state }));
}

describe('the outcome of a call', () => {
  it.each(outcomeKinds)('tells %s apart from every other [L9]', (kind) => {
    const own = outcome(states[kind]);
    expect(own?.kind).toBe(kind);
    const others = outcomeKinds.filter((other) => other !== kind).map((other) => outcome(states[other])?.message);
    expect(others).not.toContain(own?.message);
  });

  it('is not there while nobody has said anything [L9]', () => {
    expect(outcome(aState.pending())).toBeNull();
    expect(outcome(aState.awaiting_approval())).toBeNull();
  });

  it('says to ask again only where the same call could succeed later [L9]', () => {
    const retried = outcomeKinds.filter((kind) => outcome(states[kind])?.should_retry);
    expect(retried).toEqual(['timed_out', 'no_runner']);
  });

  it('names the rule, the grant and the person behind it [L9]', () => {
    expect(outcome(states.denied_by_policy)).toMatchObject({ rule_id: 'deny.rm' });
    expect(outcome(states.denied_by_policy)?.message).toContain('It deletes everything.');
    expect(outcome(states.approved_by_rule)).toMatchObject({ rule_id: 'default.low' });
    expect(outcome(states.approved_by_grant)).toMatchObject({ grant_id: grantId });
    expect(outcome(states.approved)).toMatchObject({ decided_by: 'Ada' });
  });

  it("carries a human's feedback to the model, or a default sentence [A1]", () => {
    expect(outcome(states.denied_by_human)).toMatchObject({ feedback: 'Use a branch.', decided_by: 'Ada' });
    expect(outcome(states.denied_by_human)?.message).toContain('Use a branch.');
    const silent = outcome({ ...aState.rejected(), by: { kind: 'human', person: ada, feedback: null } });
    expect(silent?.feedback).toBe(defaultRejection);
    expect(silent?.message).toContain(defaultRejection);
  });

  it('carries what a human said along with an approval [A1]', () => {
    const feedback = 'Keep it short.';
    for (const basis of [
      { kind: 'human', by: ada, feedback },
      { kind: 'edit', by: ada, feedback, changed: ['path'] },
    ] as const) {
      const told = outcome({ ...aState.completed(), basis });
      expect(told).toMatchObject({ feedback });
      expect(told?.message).toContain(feedback);
    }
    expect(outcome(states.approved)).not.toHaveProperty('feedback');
  });

  it('tells the model which arguments a human changed [A1]', () => {
    expect(outcome(states.edited)).toMatchObject({ changed: ['path', 'content'] });
    expect(outcome(states.edited)?.message).toContain('path, content');
  });

  it('does not call a timeout a refusal [L5]', () => {
    expect(outcome(states.timed_out)?.message).toContain('Approval timeout');
    expect(outcome(states.timed_out)).not.toHaveProperty('decided_by');
  });

  it('warns that an unknown call may have run [L6]', () => {
    expect(outcome(states.unknown)?.message).toContain('may or may not have run');
    expect(outcome(states.unknown)?.should_retry).toBe(false);
  });
});
