import {
  type EventType,
  eventTypes,
  isoTime,
  newId,
  type StreamMessageName,
  streamMessages,
} from '@countersign/contract';
import { aState, aToolCall } from '@countersign/testing';
import type { CallState } from '@countersign/tool-call';
import { describe, expect, it } from 'vitest';
import { projectEvent, type StoredEvent } from '../index.ts';

const call = aToolCall({ state: aState.approved() });

function anEntry(type: EventType, data: StoredEvent['data'] = {}): StoredEvent {
  const { projectId, sessionId } = call.request;
  const rest = {
    seq: 7,
    chainId: sessionId,
    projectId,
    parentId: null,
    actor: 'system',
    at: Date.UTC(2026, 0, 1),
    hash: 'h',
  } as const;
  return { ...rest, type, subjectId: call.id, data };
}

const messageOf: Partial<Record<EventType, StreamMessageName>> = {
  'approval.requested': 'tool.approval_request',
  'approval.decided': 'approval.resolved',
  'approval.expired': 'approval.resolved',
  'approval.withdrawn': 'approval.resolved',
  'tool_call.approved': 'tool.execution_signal',
  'tool_call.cancel_requested': 'tool.cancel_signal',
  'tool_call.output': 'tool.output',
  'tool_call.undone': 'tool.undone',
  'tool_call.completed': 'tool.result_ack',
  'tool_call.failed': 'tool.result_ack',
  'tool_call.claimed': 'tool.status',
  'tool_call.rejected': 'tool.status',
  'tool_call.timed_out': 'tool.status',
  'tool_call.cancelled': 'tool.status',
  'tool_call.lost': 'tool.status',
  'message.posted': 'chat.message',
  'agent.queued': 'run.status',
  'agent.started': 'run.status',
  'agent.resumed': 'run.status',
  'agent.paused': 'run.status',
  'agent.completed': 'run.status',
  'agent.stopped': 'run.status',
  'agent.failed': 'run.status',
  'agent.cancelled': 'run.status',
  'turn.started': 'run.turn',
  'turn.output': 'run.delta',
  'turn.answered': 'run.turn',
  'turn.completed': 'run.turn',
  'turn.failed': 'run.turn',
  'turn.compacted': 'run.turn',
  'control.retry_scheduled': 'run.notice',
  'control.limit_reached': 'run.notice',
  'control.circuit_opened': 'run.notice',
  'control.circuit_closed': 'run.notice',
  'control.no_progress': 'run.notice',
  'session.created': 'session.created',
  'grant.created': 'grant.created',
  'grant.revoked': 'grant.revoked',
};

describe('an entry of the log on the stream', () => {
  it.each(eventTypes)('%s is the message it has to be, with every field of it, or none [P2]', (type) => {
    const message = projectEvent(
      anEntry(type, { cause: 'execution', timeout_seconds: 300, text: 't', by: 'b', title: 't' }),
      call,
    );
    expect(message?.event).toBe(messageOf[type]);
    if (!message) return;
    expect(message.id).toBe(7);
    const { properties, required } = streamMessages[message.event] as unknown as {
      properties: object;
      required: string[];
    };
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(message.data)));
    expect(Object.keys(message.data)).toEqual(expect.arrayContaining(required));
  });

  it('signals an execution with masked arguments and without an order: those are for the runner [G8, P2]', () => {
    const sealed = aToolCall({
      state: aState.approved(),
      request: { sealedArguments: '{"password":"hunter2"}', params: '{"password":"***REDACTED***"}' },
    });
    const message = projectEvent(anEntry('tool_call.approved'), sealed);
    expect(message?.data).toMatchObject({ tool_params: { password: '***REDACTED***' } });
    expect(message?.data).not.toHaveProperty('signed_order');
    expect(JSON.stringify(message)).not.toContain('hunter2');
  });

  it('acknowledges a result only where something ran [P2, L9]', () => {
    const failed = (cause: string) => projectEvent(anEntry('tool_call.failed', { cause }), call)?.event;
    expect(failed('execution')).toBe('tool.result_ack');
    expect(failed('no_runner')).toBe('tool.status');
    expect(failed('invalid')).toBe('tool.status');
  });

  it.each([
    ['approval.decided', { decision: 'approve', by: 'Ada' }, 'approved', 'Ada'],
    ['approval.decided', { decision: 'edit', by: 'Ada' }, 'approved', 'Ada'],
    ['approval.decided', { decision: 'reject', by: 'Ada', feedback: 'No.' }, 'rejected', 'Ada'],
    ['approval.expired', {}, 'expired', null],
  ] as const)('closes a request after %s %o with who decided [A7]', (type, data, status, by) => {
    const message = projectEvent(anEntry(type, data), call);
    expect(message?.data).toMatchObject({
      status,
      decided_by: by,
      approval_id: (call.state as { approvalId: string }).approvalId,
    });
  });

  it('tells the outcome of a state only while the call is in it: a replay does not mix them up [L9, P2]', () => {
    const outcomeIn = (state: CallState) => {
      const message = projectEvent(anEntry('tool_call.lost'), aToolCall({ state }));
      return message?.event === 'tool.status' ? message.data.outcome?.kind : null;
    };
    expect(outcomeIn(aState.unknown())).toBe('unknown');
    expect(outcomeIn(aState.completed())).toBeUndefined();
  });

  it('is nothing where the call is not at hand, and carries the time of the entry [P2]', () => {
    expect(projectEvent(anEntry('tool_call.completed'), null)).toBeNull();
    expect(projectEvent({ ...anEntry('grant.revoked', { by: 'Ada' }), subjectId: newId() }, null)?.data).toMatchObject({
      timestamp: isoTime(Date.UTC(2026, 0, 1)),
    });
  });
});
