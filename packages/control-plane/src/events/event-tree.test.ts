import { type EventType, endpoints, newId } from '@countersign/contract';
import { anEvent } from '@countersign/testing';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { NewEvent, StoredEvent } from '../ports/records.ts';
import { eventTree, type TreeOptions } from './event-tree.ts';

const start = Date.UTC(2026, 0, 1);
const [processId, other, sessionId, runId, turn1, turn2, call1, call2] = Array.from({ length: 8 }, () =>
  newId<string>(),
);

type Told = readonly [at: number, type: EventType, subjectId: string, parentId: string | null, data?: NewEvent['data']];

function log(chainId: string, told: readonly Told[]): StoredEvent[] {
  return told.map(([at, type, subjectId, parentId, data = {}], index) => {
    const chain = type.startsWith('process.') ? 'system' : chainId;
    const event = anEvent({ chainId: chain, type, subjectId, parentId, at: start + at, data });
    return { ...event, seq: index + 1, hash: `h${index}` };
  });
}

const told: readonly Told[] = [
  [0, 'process.started', processId!, null, { role: 'all', version: '1.0.0', pid: 7 }],
  [1, 'session.created', sessionId!, newId(), { title: 'Tidy up' }],
  [2, 'agent.queued', runId!, sessionId!, { model: 'demo', task: 'Tidy up.\nAll.' }],
  [2, 'message.posted', newId(), runId!, { role: 'user', author: 'Ada', text: 'Tidy up.\nAll.' }],
  [10, 'agent.started', runId!, processId!, { model: 'demo' }],
  [10, 'turn.started', turn1!, runId!, { turn: 1 }],
  [15, 'turn.output', turn1!, runId!, { offset: 0, text: 'I look' }],
  [20, 'turn.answered', turn1!, runId!, { turn: 1, text: 'I look.', input_tokens: 3 }],
  [20, 'tool_call.submitted', call1!, turn1!, { tool_name: 'write_file', risk_level: 'MEDIUM' }],
  [20, 'approval.requested', call1!, sessionId!],
  [20, 'tool_call.submitted', call2!, turn1!, { tool_name: 'read_file' }],
  [20, 'tool_call.approved', call2!, sessionId!],
  [30, 'tool_call.completed', call2!, sessionId!, { execution_time_ms: 5 }],
  [70, 'approval.decided', call1!, sessionId!, { decision: 'approve', by: 'Ada', feedback: 'Fine.' }],
  [70, 'tool_call.approved', call1!, sessionId!],
  [75, 'tool_call.claimed', call1!, sessionId!],
  [80, 'tool_call.completed', call1!, sessionId!, { execution_time_ms: 4 }],
  [81, 'turn.completed', turn1!, runId!, { turn: 1 }],
  [81, 'turn.started', turn2!, runId!, { turn: 2 }],
  [85, 'control.retry_scheduled', turn2!, runId!, { run_id: runId, error_class: 'network' }],
  [90, 'turn.answered', turn2!, runId!, { turn: 2, text: 'Done.' }],
  [91, 'turn.completed', turn2!, runId!, { turn: 2 }],
  [91, 'message.posted', newId(), runId!, { role: 'agent', author: 'assistant', text: 'All tidy.' }],
  [91, 'agent.completed', runId!, other!, { reason: 'It answered.', usage: { turns: 2 } }],
];

const now = start + 100;
const tree = (events: readonly StoredEvent[], given: Partial<TreeOptions> = {}) =>
  eventTree(events, { now, ...given }).nodes;
const shape = (events: readonly StoredEvent[], given: Partial<TreeOptions> = {}) =>
  tree(events, given).map(({ depth, kind, label, status }) => [depth, kind, label, status]);

describe('the tree of events', () => {
  const events = log(sessionId!, told);

  it('is process, agent, turn and tool call, each below the one that made it [W5]', () => {
    const descriptions = new Map([[call1!, 'Write src/a.txt']]);
    const nodes = tree(events, { descriptions });
    expect(Value.Check(endpoints.getEventTree.responses[200], { nodes, last_seq: 1, is_cut: false })).toBe(true);
    expect(nodes.map(({ depth, kind, label, status }) => [depth, kind, label, status])).toEqual([
      [0, 'process', 'all 1.0.0 (pid 7)', 'running'],
      [1, 'agent', 'Tidy up.', 'completed'],
      [2, 'turn', 'turn 1', 'completed'],
      [3, 'tool_call', 'Write src/a.txt', 'completed'],
      [3, 'tool_call', 'read_file', 'completed'],
      [2, 'turn', 'turn 2', 'completed'],
    ]);
    const parents = nodes.map(({ parent_id }) => parent_id);
    expect(parents).toEqual([null, processId, runId, turn1, turn1, runId]);
  });

  it('says how long each took, and how long of it a person was waited for [W4, W5]', () => {
    const [process, run, first, asked, read, second] = tree(events);
    expect(asked).toMatchObject({ duration_ms: 60, waited_ms: 50 });
    expect(read).toMatchObject({ duration_ms: 10, waited_ms: 0 });
    // While the other call worked, nobody was waited for.
    expect(first).toMatchObject({ duration_ms: 71, waited_ms: 40 });
    expect(second).toMatchObject({ waited_ms: 0 });
    expect(run).toMatchObject({ duration_ms: 89, waited_ms: 40 });
    expect(process).toMatchObject({ duration_ms: null, ended_at: null });
    const open = tree(events.slice(0, 10)).at(-1);
    expect(open).toMatchObject({ status: 'awaiting_approval', waited_ms: 80, duration_ms: null });
  });

  it('has what people look for, and not what was printed piece by piece [W5]', () => {
    const [process, run, first, asked, , second] = tree(events);
    expect(process!.details).toEqual({ role: 'all', version: '1.0.0', pid: 7 });
    expect(run!.details).toMatchObject({
      model: 'demo',
      turns: 2,
      reason: 'It answered.',
      answer: 'All tidy.',
      processes: [processId, other],
    });
    expect(first!.details).toEqual({ turn: 1, text: 'I look.', input_tokens: 3, characters: 6 });
    expect(asked!.details).toMatchObject({ risk_level: 'MEDIUM', decided_by: 'Ada', feedback: 'Fine.' });
    expect(second!.details.notices).toEqual(['The model is asked again: network.']);
    expect(first!.events.map(({ type }) => type)).toEqual(['turn.started', 'turn.answered', 'turn.completed']);
    expect(run!.events.map(({ type }) => type)).toContain('message.posted');
  });

  it('shows as many levels as are wanted, and says what is below them [W5]', () => {
    const nodes = tree(events, { depth: 2 });
    expect(nodes.map(({ kind, hidden_children }) => [kind, hidden_children])).toEqual([
      ['process', 0],
      ['agent', 2],
    ]);
    expect(tree(events, { depth: 1 })[0]).toMatchObject({ hidden_children: 1 });
  });

  it('shows what is below one node alone, and runs under another process or their session [W5]', () => {
    expect(shape(events, { rootId: turn1! }).map(([depth, kind]) => [depth, kind])).toEqual([
      [0, 'turn'],
      [1, 'tool_call'],
      [1, 'tool_call'],
    ]);
    expect(shape(events, { rootId: call2! })).toEqual([[0, 'tool_call', 'read_file', 'completed']]);
    expect(tree(events, { rootId: newId() })).toEqual([]);
    const bySession = shape(events, { rootId: sessionId!, grouping: 'session' });
    expect(bySession.slice(0, 2)).toEqual([
      [0, 'session', 'Tidy up', 'open'],
      [1, 'agent', 'Tidy up.', 'completed'],
    ]);
    const late = log(sessionId!, [[92, 'process.started', other!, null, { role: 'worker' }]]);
    const both = [...events, { ...late[0]!, seq: 99 }];
    expect(shape(both).filter(([, kind]) => kind === 'agent')).toHaveLength(1);
    expect(shape(both, { rootId: other! }).map(([, kind]) => kind)).toEqual([
      'process',
      'agent',
      'turn',
      'tool_call',
      'tool_call',
      'turn',
    ]);
    expect(shape(both, { runIds: new Set() }).map(([, kind]) => kind)).toEqual(['process', 'process']);
  });

  it('has the calls of other agents under their session [W5]', () => {
    const calls = log(sessionId!, [
      [1, 'session.created', sessionId!, newId(), { title: 'Calls of codex' }],
      [2, 'tool_call.submitted', call1!, sessionId!, { tool_name: 'bash' }],
      [3, 'tool_call.rejected', call1!, sessionId!, { by: 'policy', reason: 'It is forbidden.' }],
    ]);
    expect(shape(calls)).toEqual([
      [0, 'session', 'Calls of codex', 'open'],
      [1, 'tool_call', 'bash', 'rejected'],
    ]);
    expect(tree(calls)[1]!.details).toMatchObject({ reason: 'It is forbidden.' });
    // One in which nothing was called says nothing.
    expect(tree(calls.slice(0, 1))).toEqual([]);
    expect(tree(calls.slice(0, 1), { rootId: sessionId! })).toHaveLength(1);
  });

  it('tells of crashes, and ends the turn that its run did not see the end of [W2, W5]', () => {
    const crashed = log(sessionId!, [
      [0, 'process.started', processId!, null, { role: 'worker', version: '1', pid: 7 }],
      [5, 'agent.started', runId!, processId!],
      [5, 'turn.started', turn1!, runId!, { turn: 1 }],
      [6, 'agent.cancelled', runId!, processId!, { reason: 'Ada stopped it.' }],
      [9, 'process.crashed', processId!, null, { code: null, signal: 'SIGKILL', restarts: 1 }],
    ]);
    expect(shape(crashed)).toEqual([
      [0, 'process', 'worker 1 (pid 7)', 'crashed'],
      [1, 'agent', 'run', 'cancelled'],
      [2, 'turn', 'turn 1', 'interrupted'],
    ]);
    expect(tree(crashed)[0]!.details).toMatchObject({ signal: 'SIGKILL', restarts: 1 });
  });

  it('loses nothing and repeats nothing, whichever entries are missing [W5]', () => {
    const nodesOf = new Set([processId, runId, turn1, turn2, call1, call2]);
    fc.assert(
      fc.property(fc.subarray(events), fc.integer({ min: 1, max: 5 }), (some, depth) => {
        const nodes = tree(some);
        expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
        const spoken = some.map(({ subjectId }) => subjectId).filter((id) => nodesOf.has(id));
        for (const id of spoken) expect(nodes.some((node) => node.id === id)).toBe(true);
        for (const [index, { parent_id, depth: at }] of nodes.entries()) {
          const parent = nodes.slice(0, index).find(({ id }) => id === parent_id);
          expect(parent_id === null ? at === 0 : parent!.depth === at - 1).toBe(true);
        }
        for (const node of tree(some, { depth })) expect(node.depth).toBeLessThan(depth);
      }),
    );
  });
});
