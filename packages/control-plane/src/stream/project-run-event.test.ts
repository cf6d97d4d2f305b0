import { type EventType, newId, streamMessages } from '@countersign/contract';
import { anEvent } from '@countersign/testing';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { NewEvent, StoredEvent } from '../ports/records.ts';
import { projectEvent } from './project-event.ts';

const [sessionId, runId, turnId, messageId, callId] = [newId(), newId(), newId(), newId(), newId()];

function stored(type: EventType, given: Partial<NewEvent> = {}): StoredEvent {
  return { ...anEvent({ type, chainId: sessionId, subjectId: runId, parentId: newId(), ...given }), seq: 7, hash: '' };
}

function told(type: EventType, given: Partial<NewEvent> = {}) {
  const message = projectEvent(stored(type, given), null)!;
  expect(Value.Check(streamMessages[message.event], message.data), JSON.stringify(message)).toBe(true);
  expect(message).toMatchObject({ id: 7, data: { session_id: sessionId } });
  return message;
}

const ofTurn = { subjectId: turnId, parentId: runId };
const usage = { turns: 1, tool_calls: 2, input_tokens: 3, output_tokens: 4, working_ms: 5 };

describe('what viewers hear of runs', () => {
  it('is each message, of people and of the agent [W1]', () => {
    const data = { role: 'agent', author: 'assistant', text: 'Done.' };
    expect(told('message.posted', { subjectId: messageId, parentId: runId, data })).toMatchObject({
      event: 'chat.message',
      data: { message_id: messageId, run_id: runId, ...data },
    });
  });

  it('is every change of how a run stands, with why and what it took [W1, W4]', () => {
    const statuses = ['queued', 'started', 'paused', 'completed', 'stopped', 'failed', 'cancelled'] as const;
    for (const status of statuses) {
      const message = told(`agent.${status}`, { data: { reason: 'Why.', usage, error_class: 'network' } });
      expect(message).toMatchObject({
        event: 'run.status',
        data: { run_id: runId, status: status === 'started' ? 'running' : status, reason: 'Why.', usage },
      });
    }
    expect(told('agent.resumed', { data: { status: 'queued' } }).data).toMatchObject({ status: 'queued' });
    expect(told('agent.resumed').data).toMatchObject({ status: 'running', reason: null, usage: null });
  });

  it('is each turn: its start, what the model said and asked for, how it ended [W1]', () => {
    const calls = [{ tool_id: callId, tool_name: 'bash' }];
    expect(told('turn.started', { ...ofTurn, data: { turn: 2 } }).data).toMatchObject({
      run_id: runId,
      turn_id: turnId,
      turn: 2,
      status: 'started',
      text: null,
      tool_calls: [],
    });
    const answered = told('turn.answered', { ...ofTurn, data: { turn: 2, text: 'I look.', tool_calls: calls } });
    expect(answered.data).toMatchObject({ status: 'answered', text: 'I look.', tool_calls: calls });
    // Figures of a turn that is over are for the log.
    expect(told('turn.completed', { ...ofTurn, data: { turn: 2, tool_calls: 1 } }).data).toMatchObject({
      status: 'completed',
      tool_calls: [],
    });
    expect(told('turn.failed', { ...ofTurn, data: { turn: 2, error: 'No.', error_class: 'auth' } }).data).toMatchObject(
      {
        error: 'No.',
        error_class: 'auth',
      },
    );
    expect(told('turn.compacted', { ...ofTurn, data: { turn: 2 } }).data).toMatchObject({ status: 'compacted' });
    expect(told('turn.output', { ...ofTurn, data: { offset: 3, text: 'lo' } })).toMatchObject({
      event: 'run.delta',
      data: { run_id: runId, turn_id: turnId, offset: 3, text: 'lo' },
    });
  });

  it('is what control did, in words and figures, of a turn and of a run [W4]', () => {
    const notices: [EventType, Record<string, unknown>, string][] = [
      [
        'control.retry_scheduled',
        { retry_in_ms: 1500, error_class: 'rate_limit', error: 'Slow down.' },
        'in 1.5 s: rate_limit, Slow down.',
      ],
      ['control.retry_scheduled', {}, 'The model is asked again.'],
      ['control.limit_reached', { limit: 'max_turns', figure: 50, threshold: 50 }, 'max_turns is reached (50 of 50)'],
      ['control.circuit_opened', { error_class: 'overloaded' }, 'left alone for a while: overloaded'],
      ['control.circuit_closed', {}, 'answers again'],
      ['control.no_progress', { figure: 3, threshold: 3 }, 'gets nowhere'],
      ['control.no_progress', { text: 'Own words.' }, 'Own words.'],
    ];
    for (const [type, data, words] of notices) {
      for (const place of [ofTurn, {}]) {
        const message = told(type, { ...place, data: { ...data, run_id: runId } });
        expect(message).toMatchObject({ event: 'run.notice', data: { run_id: runId, kind: type.slice(8) } });
        expect((message.data as { text: string }).text).toContain(words);
      }
    }
    expect(told('control.limit_reached', { data: { figure: 5, threshold: 4 } }).data).toMatchObject({
      run_id: runId,
      figure: 5,
      threshold: 4,
    });
  });

  it('is nothing where nothing is to be seen', () => {
    const silent: EventType[] = [
      'agent.joined',
      'agent.steered',
      'agent.stop_requested',
      'process.started',
      'user.created',
    ];
    for (const type of silent) expect(projectEvent(stored(type), null)).toBeNull();
  });
});
