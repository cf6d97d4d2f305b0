import type { EventNode, EventTree, EventType, EventView, StreamMessage } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { chatEntries } from './chat-entries.ts';
import { addHeard, type Heard, heardNothing } from './heard.ts';

const at = '2026-01-01T00:00:00.000Z';

function event(seq: number, type: EventType, subjectId: string, data: EventView['data'] = {}): EventView {
  return {
    seq,
    type,
    subject_id: subjectId,
    data,
    at,
    chain_id: 's',
    project_id: 'p',
    parent_id: null,
    actor: 'system',
    hash: '',
  };
}

function node(kind: EventNode['kind'], id: string, events: EventView[], more: Partial<EventNode> = {}): EventNode {
  return {
    id,
    kind,
    events,
    parent_id: null,
    depth: 0,
    label: id,
    status: 'running',
    started_at: at,
    ended_at: null,
    duration_ms: null,
    waited_ms: 0,
    details: {},
    hidden_children: 0,
    ...more,
  };
}

const run = node(
  'agent',
  'run',
  [
    event(2, 'message.posted', 'm1', { role: 'user', author: 'Ada', text: 'Tidy up.' }),
    event(6, 'control.retry_scheduled', 'run'),
    event(9, 'message.posted', 'm2', { role: 'agent', author: 'assistant', text: 'All tidy.' }),
    event(10, 'agent.stopped', 'run', { reason: 'It took too long.' }),
  ],
  { details: { notices: ['The model is asked again.'] } },
);
const first = node('turn', 't1', [
  event(3, 'turn.started', 't1'),
  event(4, 'turn.answered', 't1', { text: 'I look.', tool_calls: [{ tool_id: 'c1', tool_name: 'ls' }] }),
]);
const call = node('tool_call', 'c1', [event(5, 'tool_call.submitted', 'c1')]);
const last = node('turn', 't2', [event(8, 'turn.answered', 't2', { text: 'All tidy.', tool_calls: [] })], {
  parent_id: 'run',
});
const tree = (nodes: EventNode[], lastSeq = 10): EventTree => ({ nodes, last_seq: lastSeq, is_cut: false });
const shape = (given: EventTree | undefined, heard: Heard = heardNothing) =>
  chatEntries(given, heard).map((entry) => [entry.kind, 'text' in entry ? entry.text : entry.key]);

const base = { run_id: 'run', session_id: 's', timestamp: at };
const delta = (turnId: string, offset: number, text: string): StreamMessage => ({
  id: 20,
  event: 'run.delta',
  data: { ...base, turn_id: turnId, offset, text },
});
const answered = (id: number, turnId: string, text: string, calls: readonly string[] = []): StreamMessage => ({
  id,
  event: 'run.turn',
  data: {
    ...base,
    turn_id: turnId,
    turn: 1,
    status: 'answered',
    text,
    tool_calls: calls.map((tool_id) => ({ tool_id, tool_name: 'ls' })),
    error: null,
    error_class: null,
  },
});
const message = (id: number, role: 'user' | 'agent', text: string): StreamMessage => ({
  id,
  event: 'chat.message',
  data: { ...base, message_id: `m${id}`, role, author: 'assistant', text },
});
const heard = (...messages: StreamMessage[]): Heard => messages.reduce(addHeard, heardNothing);

describe('a session as a conversation', () => {
  it('is in the order of the log, whatever the order of the tree [W5]', () => {
    expect(shape(tree([run, call, first, last]))).toEqual([
      ['message', 'Tidy up.'],
      ['said', 'I look.'],
      ['call', 'c1'],
      ['note', 'The model is asked again.'],
      ['message', 'All tidy.'],
      ['note', 'It took too long.'],
    ]);
  });

  it('keeps what was said before somebody spoke up, and before the answer is there [W1]', () => {
    const steered = node('turn', 't1', [event(4, 'turn.answered', 't1', { text: 'Tea.', tool_calls: [] })], {
      parent_id: 'run',
    });
    expect(shape(tree([run, steered, last])).filter(([kind]) => kind === 'said')).toEqual([['said', 'Tea.']]);
    expect(shape(tree([last], 8))).toEqual([['said', 'All tidy.']]);
    const ended = node('turn', 't3', [event(11, 'turn.failed', 't3', { error: 'It took too long.' })]);
    expect(shape(tree([run, ended])).filter(([kind]) => kind === 'note')).toHaveLength(2);
  });

  it('grows while a model speaks, and says where the beginning was not heard [W1]', () => {
    const open = tree([node('turn', 't3', [event(11, 'turn.started', 't3')])], 11);
    expect(shape(open, heard(delta('t3', 0, 'I '), delta('t3', 2, 'think.')))).toEqual([['said', 'I think.']]);
    const late = chatEntries(open, heard(delta('t3', 40, 'the end.')));
    expect(late).toMatchObject([{ kind: 'said', isSpeaking: true, isCut: true, text: 'the end.' }]);
    expect(shape(tree([first]), heard(delta('t1', 0, 'I lo')))).toEqual([['said', 'I look.']]);
  });

  it('tells everything once: by the stream first, then by the tree [W1]', () => {
    const before = tree([], 3);
    const all = heard(delta('t1', 0, 'I lo'), answered(4, 't1', 'I look.', ['c1']));
    expect(shape(before, all)).toEqual([['said', 'I look.']]);
    expect(shape(tree([first], 4), all)).toEqual([['said', 'I look.']]);
    const answer = heard(answered(8, 't2', 'All tidy.'));
    expect(shape(before, answer)).toEqual([['said', 'All tidy.']]);
    expect(shape(before, addHeard(answer, message(9, 'agent', 'All tidy.')))).toEqual([['message', 'All tidy.']]);
    expect(shape(tree([run]), addHeard(answer, message(9, 'agent', 'All tidy.')))).toHaveLength(4);
  });
});
