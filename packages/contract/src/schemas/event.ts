import { type Static, Type } from 'typebox';
import { FreeObject, Nullable, Strict, Timestamp, Uuid } from './primitives.ts';

/** Everything the append-only log can say. Names are `noun.past_participle`. */
export const eventTypes = [
  'tool_call.submitted',
  'tool_call.previewed',
  'tool_call.approved',
  'tool_call.claimed',
  'tool_call.cancel_requested',
  'tool_call.completed',
  'tool_call.failed',
  'tool_call.rejected',
  'tool_call.timed_out',
  'tool_call.cancelled',
  'tool_call.lost',
  'tool_call.output',
  'tool_call.undone',
  'approval.requested',
  'approval.decided',
  'approval.expired',
  'approval.withdrawn',
  'grant.created',
  'grant.revoked',
  'session.created',
  'project.created',
  'member.added',
  'user.created',
  'token.created',
  'token.revoked',
  'link.created',
  'link.followed',
  'pairing_code.created',
  'runner.paired',
  'runner.announced',
  'policy.changed',
  'policy.refused',
  'server.started',
] as const;
export type EventType = (typeof eventTypes)[number];

/** One entry of the log. `hash` chains it to the entry before it in the same chain (a session, or `system`). */
export const EventView = Strict({
  seq: Type.Integer(),
  chain_id: Type.String(),
  project_id: Nullable(Uuid),
  type: Type.Enum(eventTypes),
  subject_id: Type.String({ description: 'What it happened to; the node in the tree' }),
  parent_id: Nullable(Type.String({ description: 'The node above the subject' })),
  actor: Type.String({ description: 'user:ID, agent:ID, runner:ID or system' }),
  at: Timestamp,
  data: FreeObject,
  hash: Type.String(),
});
export type EventView = Static<typeof EventView>;
