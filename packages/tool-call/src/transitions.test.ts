import { callStatuses, eventTypes, settledStatuses } from '@countersign/contract';
import { aState, aToolCall } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { aPassingEvent } from '../test/events.ts';
import { callEventTypes, nextStatus, stateDiagram, transition, transitions } from './index.ts';

const pairs = callStatuses.flatMap((from) =>
  callEventTypes.map((type) => ({
    from,
    type,
    to: nextStatus(from, type),
    call: aToolCall({ state: aState[from]() }),
  })),
);
const legal = pairs.flatMap((pair) => (pair.to === null ? [] : [{ ...pair, to: pair.to }]));
const illegal = pairs.filter(({ to }) => to === null);

describe('the table of moves', () => {
  it('knows all ten states and nineteen events [L1]', () => {
    expect(Object.keys(transitions).sort()).toEqual([...callStatuses].sort());
    expect(pairs).toHaveLength(190);
    expect(legal).toHaveLength(24);
  });

  it.each(legal)('leads from $from by $type to $to [L1]', ({ call, type, to }) => {
    const moved = transition(call, aPassingEvent(type, call));
    expect(moved).toMatchObject({ ok: true, call: { id: call.id, version: call.version + 1, state: { status: to } } });
  });

  it('refuses every move that it does not list [L1]', () => {
    for (const { call, from, type } of illegal) {
      const refusal = from === 'executing' && type === 'claim' ? 'already_claimed' : 'illegal_transition';
      expect(transition(call, aPassingEvent(type, call)), `${from} + ${type}`).toEqual({ ok: false, refusal, from });
    }
  });

  it('does not take a word of JavaScript for an event [L1]', () => {
    for (const word of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(nextStatus('pending', word as 'ask')).toBeNull();
    }
  });

  it('lets nothing leave a settled state but the late truth about an unknown one [L1] [L6]', () => {
    for (const status of settledStatuses) {
      const ways = legal.filter(({ from, to }) => from === status && to !== status).map(({ type }) => type);
      expect(ways).toEqual(status === 'unknown' ? ['complete', 'fail', 'stop'] : []);
    }
    const stays = legal.filter(({ from, to }) => settledStatuses.has(from) && to === from);
    expect(stays.map(({ from, type }) => `${from} ${type}`)).toEqual(['completed undo']);
  });

  it('has no way back to being run: executing is entered by a claim alone, and only from approved [L6]', () => {
    const ways = legal.filter(({ from, to }) => to === 'executing' && from !== 'executing');
    expect(ways.map(({ from, type }) => `${from} ${type}`)).toEqual(['approved claim']);
  });

  it('calls an expiry a timeout, and nothing else a timeout [L5]', () => {
    expect(legal.filter(({ to }) => to === 'timeout').map(({ type }) => type)).toEqual(['expire']);
    expect(legal.filter(({ to }) => to === 'rejected').map(({ type }) => type)).toEqual(['deny', 'reject']);
  });
});

describe('what a move leaves behind', () => {
  it('forgets the real arguments once the call is settled, and not before [G8]', () => {
    for (const { call, type, to } of legal) {
      const moved = transition(call, aPassingEvent(type, call));
      const kept = moved.ok ? moved.call.request.sealedArguments : undefined;
      expect(kept, `${type} to ${to}`).toBe(settledStatuses.has(to) ? null : call.request.sealedArguments);
    }
  });

  it('records every move but a renewal and the wait for a preview, in words that the log knows [L3]', () => {
    for (const { call, type, from } of legal) {
      const moved = transition(call, aPassingEvent(type, call));
      const types = moved.ok ? moved.effects.map((effect) => effect.type) : [];
      expect(types, `${from} + ${type}`).toEqual(effectsOf[`${from} ${type}`]);
      for (const each of types) expect(eventTypes).toContain(each);
    }
  });

  it('changes nothing of the call that it was given [L1]', () => {
    for (const { call, type } of legal) {
      const before = structuredClone(call);
      transition(call, aPassingEvent(type, call));
      expect(call).toEqual(before);
    }
  });
});

describe('the diagram', () => {
  it('draws every move of the table, the beginning and every end, and nothing else [L1]', () => {
    const drawn = stateDiagram().split('\n');
    const edges = legal.map(({ from, type, to }) => `  ${from} --> ${to}: ${type}`);
    const ends = callStatuses.filter((status) => Object.values(transitions[status]).every((to) => to === status));
    const expected = ['stateDiagram-v2', '  [*] --> pending', ...edges, ...ends.map((end) => `  ${end} --> [*]`)];
    expect(drawn.sort()).toEqual(expected.sort());
  });
});

const effectsOf: Readonly<Record<string, readonly string[]>> = {
  'pending preview': [],
  'pending cancel': ['tool_call.cancelled'],
  'executing print': ['tool_call.output'],
  'completed undo': ['tool_call.undone'],
  'pending ask': ['approval.requested'],
  'pending allow': ['tool_call.approved'],
  'pending deny': ['tool_call.rejected'],
  'pending invalidate': ['tool_call.failed'],
  'awaiting_approval approve': ['approval.decided', 'tool_call.approved'],
  'awaiting_approval reject': ['approval.decided', 'tool_call.rejected'],
  'awaiting_approval expire': ['approval.expired', 'tool_call.timed_out'],
  'awaiting_approval cancel': ['approval.withdrawn', 'tool_call.cancelled'],
  'approved claim': ['tool_call.claimed'],
  'approved abandon': ['tool_call.failed'],
  'approved cancel': ['tool_call.cancelled'],
  'executing renew': [],
  'executing request_cancel': ['tool_call.cancel_requested'],
  'executing complete': ['tool_call.completed'],
  'executing fail': ['tool_call.failed'],
  'executing stop': ['tool_call.cancelled'],
  'executing lose': ['tool_call.lost'],
  'unknown complete': ['tool_call.completed'],
  'unknown fail': ['tool_call.failed'],
  'unknown stop': ['tool_call.cancelled'],
};
