import type { EventNode, EventType, EventView } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import {
  axisOf,
  durationText,
  groundOf,
  growTree,
  idsAbove,
  placeOn,
  waitsOf,
  withoutSession,
} from './timeline-model.ts';

const start = Date.UTC(2026, 0, 1);
const time = (ms: number): string => new Date(start + ms).toISOString();

function event(at: number, type: EventType, data: EventView['data'] = {}): EventView {
  const rest = { chain_id: 's', project_id: 'p', subject_id: 'c', parent_id: null, actor: 'system', hash: '' };
  return { seq: at, type, data, at: time(at), ...rest };
}

function node(
  kind: EventNode['kind'],
  id: string,
  parentId: string | null,
  [from, to]: readonly [number, number | null],
  events: readonly EventView[] = [],
): EventNode {
  return {
    id,
    kind,
    parent_id: parentId,
    events: [...events],
    depth: 0,
    label: id,
    status: 'running',
    started_at: time(from),
    ended_at: to === null ? null : time(to),
    duration_ms: null,
    waited_ms: 0,
    details: {},
    hidden_children: 0,
  };
}

const nodes = [
  node('session', 's', null, [0, null]),
  node('agent', 'r', 's', [100, null]),
  node('turn', 't', 'r', [100, null]),
  node('tool_call', 'c', 't', [200, 600], [event(200, 'approval.requested'), event(500, 'approval.decided')]),
  node('tool_call', 'd', 't', [300, null], [event(300, 'approval.requested')]),
];
const now = start + 900;

describe('the timeline', () => {
  it('is the tree without its session, whose bars share the time from the first beginning to now [W5]', () => {
    const [run, ...others] = withoutSession(growTree(nodes));
    expect(others).toEqual([]);
    expect(run!.children[0]!.children.map(({ node: { id } }) => id)).toEqual(['c', 'd']);
    const axis = axisOf([run!], now);
    expect(axis).toEqual({ from: start + 100, to: now });
    expect(placeOn(axis, { from: start + 300, to: start + 700 })).toEqual({ left: '25%', width: '50%' });
    expect(idsAbove(nodes, 'd')).toEqual(['t', 'r', 's']);
  });

  it('knows when a person was waited for, and still is [W4]', () => {
    const [run] = withoutSession(growTree(nodes));
    expect(waitsOf(run!, now)).toEqual([
      { from: start + 200, to: start + 500 },
      { from: start + 300, to: now },
    ]);
  });

  it('knows what let a call through: a person, a remembered decision, a rule [L9]', () => {
    const call = (approved: EventView['data'], details: EventNode['details'] = {}): EventNode => ({
      ...node('tool_call', 'c', 't', [0, 1], [event(0, 'tool_call.approved', approved)]),
      details,
    });
    expect(groundOf(call({ ground: 'rule', rule_id: 'read' }))).toEqual({ kind: 'rule', ruleId: 'read' });
    expect(groundOf(call({ ground: 'grant', grant_id: 'g' }))).toEqual({ kind: 'grant', grantId: 'g' });
    expect(groundOf(call({}, { decided_by: 'Ada' }))).toEqual({ kind: 'person', name: 'Ada' });
  });

  it.each([
    [850, '850 ms'],
    [1_500, '1.5 s'],
    [12_400, '12 s'],
    [65_000, '1 min 5 s'],
    [1_800_000, '30 min'],
    [5_400_000, '1 h 30 min'],
  ])('reads %d ms as %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});
