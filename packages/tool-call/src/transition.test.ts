import { aState, aToolCall } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { ada, anEdit, aPassingEvent, early, late, stranger } from '../test/events.ts';
import { type CallEvent, type CallState, type ToolCall, transition, wakeAt } from './index.ts';

const awaiting = aToolCall({ state: aState.awaiting_approval() });
const approved = aToolCall({ state: aState.approved() });
const executing = aToolCall({ state: aState.executing() });
const unknown = aToolCall({ state: aState.unknown() });
const holder = aState.executing();

function refusalOf(call: ToolCall, event: CallEvent): string | null {
  const moved = transition(call, event);
  return moved.ok ? null : moved.refusal;
}

function moved(call: ToolCall, event: CallEvent) {
  const next = transition(call, event);
  if (!next.ok) throw new Error(next.refusal);
  return next;
}

function at<T extends CallEvent>(event: T, time: number): T {
  return { ...event, at: time };
}

describe('the deadline of an approval', () => {
  const deadlineAt = (awaiting.state as Extract<CallState, { status: 'awaiting_approval' }>).deadlineAt!;

  it.each(['approve', 'reject'] as const)(
    'lets a human %s until the last millisecond and not at it [L4] [L5]',
    (type) => {
      const event = aPassingEvent(type, awaiting);
      expect(refusalOf(awaiting, at(event, deadlineAt - 1))).toBeNull();
      expect(refusalOf(awaiting, at(event, deadlineAt))).toBe('too_late');
    },
  );

  it('does not expire before its time [L5]', () => {
    expect(refusalOf(awaiting, { type: 'expire', at: deadlineAt - 1 })).toBe('too_early');
    expect(refusalOf(awaiting, { type: 'expire', at: deadlineAt })).toBeNull();
  });

  it('never comes where policy sets none [L5]', () => {
    const forever = aToolCall({ state: { ...aState.awaiting_approval(), deadlineAt: null } });
    expect(refusalOf(forever, { type: 'expire', at: Number.MAX_SAFE_INTEGER })).toBe('too_early');
    expect(refusalOf(forever, at(aPassingEvent('approve', forever), Number.MAX_SAFE_INTEGER))).toBeNull();
    expect(wakeAt(forever.state)).toBeNull();
  });

  it('is told in whole seconds, rounded up [L5]', () => {
    const pending = aToolCall({ state: aState.pending() });
    const asked = moved(pending, { ...aPassingEvent('ask', pending), at: early } as CallEvent);
    expect(asked.effects[0]!.data.timeout_seconds).toBe(2);
  });
});

describe('the claim', () => {
  it('is refused when the window has closed, and given up no earlier [L6]', () => {
    const { claimBy } = approved.state as Extract<CallState, { status: 'approved' }>;
    expect(refusalOf(approved, at(aPassingEvent('claim', approved), claimBy - 1))).toBeNull();
    expect(refusalOf(approved, at(aPassingEvent('claim', approved), claimBy))).toBe('too_late');
    expect(refusalOf(approved, { type: 'abandon', at: claimBy - 1 })).toBe('too_early');
    expect(refusalOf(approved, { type: 'abandon', at: claimBy })).toBeNull();
  });

  it('tells a second claimant that it lost the race [L6]', () => {
    const claimed = moved(approved, aPassingEvent('claim', approved)).call;
    expect(refusalOf(claimed, { ...aPassingEvent('claim', approved), executor: stranger } as CallEvent)).toBe(
      'already_claimed',
    );
  });

  it('keeps what was approved and the nonce of the order [L7]', () => {
    const before = approved.state as Extract<CallState, { status: 'approved' }>;
    const { state, request } = moved(approved, aPassingEvent('claim', approved)).call;
    expect(state).toMatchObject({ nonce: before.nonce, basis: before.basis, approvalId: before.approvalId, fence: 1 });
    expect(request).toEqual(approved.request);
  });
});

describe('the lease', () => {
  it('is renewed only while it holds [L6]', () => {
    const renew = aPassingEvent('renew', executing);
    expect(refusalOf(executing, at(renew, holder.leaseUntil - 1))).toBeNull();
    expect(refusalOf(executing, at(renew, holder.leaseUntil))).toBe('too_late');
  });

  it('is never renewed past the execution timeout [L5] [L6]', () => {
    const renew = { ...aPassingEvent('renew', executing), leaseUntil: late } as CallEvent;
    expect(moved(executing, renew).call.state).toMatchObject({ leaseUntil: holder.executeBy });
  });

  it('makes a call unknown when it has run out, and no earlier [L6]', () => {
    expect(refusalOf(executing, { type: 'lose', at: holder.leaseUntil - 1, reportedBy: null })).toBe('too_early');
    expect(refusalOf(executing, { type: 'lose', at: holder.leaseUntil, reportedBy: null })).toBeNull();
  });

  it('lets the executor say at any time that it does not know [L6]', () => {
    const { executor } = executing.state as Extract<CallState, { status: 'executing' }>;
    const lose = { type: 'lose', at: early, reportedBy: { executor, fence: 1 } } as const;
    expect(moved(executing, lose)).toMatchObject({
      call: { state: { status: 'unknown' } },
      effects: [{ data: { reported_by: executor } }],
    });
  });
});

describe('the fence', () => {
  const reports = ['complete', 'fail', 'stop'] as const;

  it.each(reports.flatMap((type) => [executing, unknown].map((call) => ({ type, call, from: call.state.status }))))(
    'refuses $type of a call that is $from from anyone but the holder of the claim [L6]',
    ({ type, call }) => {
      const event = aPassingEvent(type, call);
      expect(refusalOf(call, { ...event, executor: stranger } as CallEvent)).toBe('stale_fence');
      expect(refusalOf(call, { ...event, fence: 2 } as CallEvent)).toBe('stale_fence');
      expect(refusalOf(call, { ...event, fence: 0 } as CallEvent)).toBe('stale_fence');
      expect(refusalOf(call, { ...event, fence: null } as CallEvent)).toBeNull();
      expect(refusalOf(call, { ...event, executor: stranger, fence: null } as CallEvent)).toBe('stale_fence');
    },
  );

  it('guards renewals and a reported loss alike [L6]', () => {
    const renew = aPassingEvent('renew', executing);
    expect(refusalOf(executing, { ...renew, fence: 2 } as CallEvent)).toBe('stale_fence');
    expect(refusalOf(executing, { ...renew, executor: stranger } as CallEvent)).toBe('stale_fence');
    const lose = { type: 'lose', at: early, reportedBy: { executor: stranger, fence: 1 } } as const;
    expect(refusalOf(executing, lose)).toBe('stale_fence');
  });
});

describe('effects', () => {
  it('say which digest was decided upon, and by whom [L7]', () => {
    for (const type of ['approve', 'reject'] as const) {
      const { effects } = moved(awaiting, aPassingEvent(type, awaiting));
      expect(effects[0]).toMatchObject({
        type: 'approval.decided',
        data: { decision: type, by: ada.name, digest: awaiting.request.digest },
      });
    }
  });

  it('say the digest of the edited call where a human changed it, and keep the original [A1] [L7]', () => {
    const edited = anEdit(awaiting);
    const { call, effects } = moved(awaiting, { ...aPassingEvent('approve', awaiting), edited } as CallEvent);
    expect(effects[0]!.data).toMatchObject({ decision: 'edit', digest: edited.request.digest });
    expect(call.request).toEqual(edited.request);
    expect(call.request.originalParams).toBe(awaiting.request.params);
    expect(call.state).toMatchObject({ basis: { kind: 'edit', changed: ['content'] } });
  });

  it('mark a report that came after the call was given up as late [L6]', () => {
    for (const type of ['complete', 'fail', 'stop'] as const) {
      expect(moved(unknown, aPassingEvent(type, unknown)).effects[0]!.data.late).toBe(true);
      expect(moved(executing, aPassingEvent(type, executing)).effects[0]!.data.late).toBeUndefined();
    }
  });

  it('measure an execution from the claim where the executor did not [L10]', () => {
    const event = { ...aPassingEvent('complete', executing), executionTimeMs: null } as CallEvent;
    expect(moved(executing, at(event, holder.startedAt + 250)).call.state).toMatchObject({ executionTimeMs: 250 });
    expect(moved(executing, at(event, holder.startedAt - 250)).call.state).toMatchObject({ executionTimeMs: 0 });
  });

  it('remember the first wish to stop [L9]', () => {
    const asked = moved(executing, aPassingEvent('request_cancel', executing)).call;
    const again = moved(asked, at(aPassingEvent('request_cancel', asked), early + 1)).call;
    expect(again.state).toMatchObject({ status: 'executing', cancelRequestedAt: early });
  });
});

describe('when to look again', () => {
  it('is the deadline, the claim window or the lease, and never once settled [L5] [L6]', () => {
    expect(wakeAt(awaiting.state)).toBe(aState.awaiting_approval().deadlineAt);
    expect(wakeAt(approved.state)).toBe(aState.approved().claimBy);
    expect(wakeAt(executing.state)).toBe(holder.leaseUntil);
    for (const status of ['pending', 'completed', 'rejected', 'timeout', 'failed', 'cancelled', 'unknown'] as const) {
      expect(wakeAt(aState[status]())).toBeNull();
    }
  });
});
