import type { CallStatus, EventType } from '@countersign/contract';
import type { StoredEvent } from '../../src/index.ts';

/** What the log alone says about a call. */
export type Story = {
  readonly status: CallStatus;
  /** Digest of the call as it was asked for, or as it was shown with its files. */
  readonly submitted: unknown;
  /** Digests that were decided upon. */
  readonly decisions: readonly unknown[];
  readonly claims: number;
};

const statusAfter: Partial<Record<EventType, CallStatus>> = {
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

export function storyOf(events: readonly StoredEvent[]): Story {
  const statuses = events.flatMap(({ type }) => statusAfter[type] ?? []);
  const of = (type: EventType): readonly StoredEvent[] => events.filter((event) => event.type === type);
  return {
    status: statuses.at(-1) ?? 'pending',
    submitted: (of('tool_call.previewed')[0] ?? of('tool_call.submitted')[0])?.data.digest,
    decisions: of('approval.decided').map(({ data }) => data.digest),
    claims: of('tool_call.claimed').length,
  };
}
