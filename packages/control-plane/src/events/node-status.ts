import type { EventType } from '@countersign/contract';
import type { StoredEvent } from '../ports/records.ts';
import type { Draft } from './draft.ts';

/** How a node stands after an entry; those that are not here change nothing of it. */
const statusAfter: Partial<Record<EventType, string>> = {
  'process.started': 'running',
  'process.stopped': 'stopped',
  'process.crashed': 'crashed',
  'process.crash_looped': 'crash_looped',
  'session.created': 'open',
  'agent.queued': 'queued',
  'agent.started': 'running',
  'agent.resumed': 'running',
  'agent.paused': 'paused',
  'agent.completed': 'completed',
  'agent.stopped': 'stopped',
  'agent.failed': 'failed',
  'agent.cancelled': 'cancelled',
  'turn.started': 'running',
  'turn.answered': 'answered',
  'turn.completed': 'completed',
  'turn.failed': 'failed',
  'tool_call.submitted': 'pending',
  'approval.requested': 'awaiting_approval',
  'tool_call.approved': 'approved',
  'tool_call.claimed': 'executing',
  'tool_call.completed': 'completed',
  'tool_call.failed': 'failed',
  'tool_call.rejected': 'rejected',
  'tool_call.timed_out': 'timeout',
  'tool_call.cancelled': 'cancelled',
  'tool_call.lost': 'unknown',
};

const endings: ReadonlySet<EventType> = new Set<EventType>([
  'process.stopped',
  'process.crashed',
  'agent.completed',
  'agent.stopped',
  'agent.failed',
  'agent.cancelled',
  'turn.completed',
  'turn.failed',
  'tool_call.completed',
  'tool_call.failed',
  'tool_call.rejected',
  'tool_call.timed_out',
  'tool_call.cancelled',
  'tool_call.lost',
]);

export type Standing = { readonly status: string; readonly endedAt: number | null };

/** W5: how a node stands by its last entry that says so. A turn that its run did not see the end of ended with it. */
export function standingOf(draft: Draft): Standing {
  const last = draft.events.findLast(({ type }) => statusAfter[type] !== undefined);
  if (!last) return { status: 'unknown', endedAt: null };
  if (endings.has(last.type)) return { status: statusAfter[last.type]!, endedAt: last.at };
  const end = draft.kind === 'turn' && draft.parent ? endOf(draft.parent) : null;
  return end ? { status: 'interrupted', endedAt: end.at } : { status: statusAfter[last.type]!, endedAt: null };
}

function endOf(draft: Draft): StoredEvent | null {
  const last = draft.events.findLast(({ type }) => statusAfter[type] !== undefined);
  return last && endings.has(last.type) ? last : null;
}
