import {
  isoTime,
  type MessageRole,
  type RunErrorClass,
  type RunStatus,
  type RunUsage,
  type StreamMessage,
} from '@countersign/contract';
import type { StoredEvent } from '../ports/records.ts';
import { noticeText } from './notice-text.ts';

type Data<Name extends StreamMessage['event']> = Extract<StreamMessage, { event: Name }>['data'];

/** W1: what happens to runs and what is said in them, as messages of the stream. All of it is in the entry. */
export function projectRunEvent(event: StoredEvent): StreamMessage | null {
  const { seq: id, type, subjectId, parentId, data } = event;
  const base = { session_id: event.chainId, timestamp: isoTime(event.at) };
  switch (type) {
    case 'message.posted':
      return {
        id,
        event: 'chat.message',
        data: {
          ...base,
          message_id: subjectId,
          run_id: String(parentId),
          role: data.role as MessageRole,
          author: String(data.author),
          text: String(data.text),
        },
      };
    case 'agent.queued':
      return status(event, 'queued');
    case 'agent.started':
      return status(event, 'running');
    case 'agent.resumed':
      return status(event, (data.status as RunStatus | undefined) ?? 'running');
    case 'agent.paused':
      return status(event, 'paused');
    case 'agent.completed':
      return status(event, 'completed');
    case 'agent.stopped':
      return status(event, 'stopped');
    case 'agent.failed':
      return status(event, 'failed');
    case 'agent.cancelled':
      return status(event, 'cancelled');
    case 'turn.started':
      return turn(event, 'started');
    case 'turn.answered':
      return turn(event, 'answered');
    case 'turn.completed':
      return turn(event, 'completed');
    case 'turn.failed':
      return turn(event, 'failed');
    case 'turn.compacted':
      return turn(event, 'compacted');
    case 'turn.output':
      return {
        id,
        event: 'run.delta',
        data: {
          ...base,
          run_id: String(parentId),
          turn_id: subjectId,
          offset: data.offset as number,
          text: String(data.text),
        },
      };
    case 'control.retry_scheduled':
      return notice(event, 'retry_scheduled');
    case 'control.limit_reached':
      return notice(event, 'limit_reached');
    case 'control.circuit_opened':
      return notice(event, 'circuit_opened');
    case 'control.circuit_closed':
      return notice(event, 'circuit_closed');
    case 'control.no_progress':
      return notice(event, 'no_progress');
    default:
      return null;
  }
}

function status({ seq, subjectId, chainId, at, data }: StoredEvent, now: RunStatus): StreamMessage {
  return {
    id: seq,
    event: 'run.status',
    data: {
      session_id: chainId,
      timestamp: isoTime(at),
      run_id: subjectId,
      status: now,
      reason: textOrNull(data.reason),
      error_class: (data.error_class ?? null) as RunErrorClass | null,
      usage: (data.usage ?? null) as RunUsage | null,
    },
  };
}

function turn(event: StoredEvent, now: Data<'run.turn'>['status']): StreamMessage {
  const { seq, subjectId, parentId, chainId, at, data } = event;
  return {
    id: seq,
    event: 'run.turn',
    data: {
      session_id: chainId,
      timestamp: isoTime(at),
      run_id: String(parentId),
      turn_id: subjectId,
      turn: numberOrNull(data.turn) ?? 0,
      status: now,
      text: now === 'answered' ? textOrNull(data.text) : null,
      tool_calls: now === 'answered' ? ((data.tool_calls ?? []) as Data<'run.turn'>['tool_calls']) : [],
      error: textOrNull(data.error ?? data.reason),
      error_class: (data.error_class ?? null) as RunErrorClass | null,
    },
  };
}

function notice({ seq, subjectId, chainId, at, data }: StoredEvent, kind: Data<'run.notice'>['kind']): StreamMessage {
  return {
    id: seq,
    event: 'run.notice',
    data: {
      session_id: chainId,
      timestamp: isoTime(at),
      run_id: textOrNull(data.run_id) ?? subjectId,
      kind,
      text: noticeText(kind, data),
      figure: numberOrNull(data.figure),
      threshold: numberOrNull(data.threshold),
    },
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
