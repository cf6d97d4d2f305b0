import { type CallStatus, settledStatuses } from '@countersign/contract';
import { aState, aToolCall } from '@countersign/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ada, anEdit, aPassingEvent, early, stranger } from '../test/events.ts';
import { type CallEvent, callEventTypes, type Effect, nextStatus, type ToolCall, transition } from './index.ts';

type Step = {
  readonly type: (typeof callEventTypes)[number];
  readonly at: number;
  readonly isStranger: boolean;
  readonly fence: number | null;
  readonly isEdited: boolean;
};

/** Any event at any time, by the right executor or another, with any fence. */
const step: fc.Arbitrary<Step> = fc.record({
  type: fc.constantFrom(...callEventTypes),
  at: fc.integer({ min: early - 10_000, max: early + 100_000 }),
  isStranger: fc.boolean(),
  fence: fc.constantFrom(null, 0, 1, 1, 1, 2),
  isEdited: fc.boolean(),
});

function eventOf({ type, at, isStranger, fence, isEdited }: Step, call: ToolCall): CallEvent {
  const event = { ...aPassingEvent(type, call), at };
  if ('executor' in event && isStranger) return { ...event, executor: stranger, fence } as CallEvent;
  if ('fence' in event) return { ...event, fence } as CallEvent;
  if (event.type === 'approve') return { ...event, by: ada, edited: isEdited ? anEdit(call) : null };
  return event;
}

type Life = { readonly calls: readonly ToolCall[]; readonly effects: readonly Effect[] };

/** Walks a sequence of events; each step's claims are checked on the way. */
function live(steps: readonly Step[], check: (before: ToolCall, event: CallEvent, after: ToolCall) => void): Life {
  let call = deepFreeze(aToolCall({ version: 0, state: aState.pending() }));
  const calls = [call];
  const effects: Effect[] = [];
  for (const each of steps) {
    const event = eventOf(each, call);
    const moved = transition(call, event);
    if (!moved.ok) continue;
    check(call, event, moved.call);
    call = deepFreeze(moved.call);
    calls.push(call);
    effects.push(...moved.effects);
  }
  return { calls, effects };
}

const sequences = fc.array(step, { minLength: 20, maxLength: 80 });
const runs = { numRuns: 2_000 };

describe('any sequence of events', () => {
  it('never leaves the table, and the version grows by one with each move [L1] [L3]', () => {
    fc.assert(
      fc.property(sequences, (steps) => {
        live(steps, (before, event, after) => {
          expect(after.state.status).toBe(nextStatus(before.state.status, event.type));
          expect(after.version).toBe(before.version + 1);
          expect(after.id).toBe(before.id);
        });
      }),
      runs,
    );
  });

  it('reaches every state, so that these claims are about all of them [L1]', () => {
    const reached = new Set<CallStatus>();
    fc.assert(
      fc.property(sequences, (steps) => {
        for (const { state } of live(steps, () => {}).calls) reached.add(state.status);
      }),
      runs,
    );
    expect(reached.size).toBe(10);
  });

  it('ends where it ends: nothing moves a terminal state [L1]', () => {
    fc.assert(
      fc.property(sequences, (steps) => {
        live(steps, (before, event, after) => {
          const isOpen = !settledStatuses.has(before.state.status) || before.state.status === 'unknown';
          // That what it wrote was taken back is said of a call that stays completed, once.
          const isUndo = event.type === 'undo' && after.state.status === before.state.status;
          expect(isOpen || isUndo).toBe(true);
        });
      }),
      runs,
    );
  });

  it('approves at most once, claims at most once and tells one end at a time [L4] [L6]', () => {
    fc.assert(
      fc.property(sequences, (steps) => {
        const { effects } = live(steps, () => {});
        const count = (type: string): number => effects.filter((effect) => effect.type === type).length;
        expect(count('tool_call.approved')).toBeLessThanOrEqual(1);
        expect(count('approval.decided')).toBeLessThanOrEqual(1);
        expect(count('tool_call.claimed')).toBeLessThanOrEqual(1);
        expect(count('tool_call.completed') + count('tool_call.rejected')).toBeLessThanOrEqual(1);
        expect(count('tool_call.undone')).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });

  it('keeps the request that was approved until the end: its digest never changes after [L7]', () => {
    fc.assert(
      fc.property(sequences, (steps) => {
        live(steps, (before, event, after) => {
          const isEdit = event.type === 'approve' && event.edited !== null;
          if (!isEdit) expect(after.request.digest).toBe(before.request.digest);
          if (!settledStatuses.has(after.state.status) && !isEdit) expect(after.request).toEqual(before.request);
        });
      }),
      runs,
    );
  });

  it('keeps nonce, fence and executor of a claim through everything that follows [L6] [L7]', () => {
    fc.assert(
      fc.property(sequences, (steps) => {
        live(steps, (before, _event, after) => {
          for (const field of ['nonce', 'fence', 'executor'] as const) {
            const was = field in before.state ? (before.state as Record<string, unknown>)[field] : undefined;
            if (was !== undefined && field in after.state) expect(after.state).toHaveProperty(field, was);
          }
        });
      }),
      runs,
    );
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) deepFreeze(item);
  }
  return value;
}
