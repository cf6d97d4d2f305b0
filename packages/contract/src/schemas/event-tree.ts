import { type Static, Type } from 'typebox';
import { EventView } from './event.ts';
import { FreeObject, Nullable, Strict, Timestamp } from './primitives.ts';

/** W5: what the nodes of the tree stand for, from the root down. A session without runs has its calls at once. */
export const eventNodeKinds = ['process', 'session', 'agent', 'turn', 'tool_call'] as const;
export type EventNodeKind = (typeof eventNodeKinds)[number];

/** A node of the tree. Nodes come in a list, each before those below it, so that a tree of any depth is one schema. */
export const EventNode = Strict({
  id: Type.String(),
  parent_id: Nullable(Type.String({ description: 'Null for a root of what is shown' })),
  depth: Type.Integer({ description: '0 for a root' }),
  kind: Type.Enum(eventNodeKinds),
  label: Type.String({ description: 'What it is, in a few words' }),
  status: Type.String({ description: 'How it stands by its last event' }),
  started_at: Timestamp,
  ended_at: Nullable(Timestamp),
  duration_ms: Nullable(Type.Integer()),
  waited_ms: Type.Integer({ description: 'Of the duration, how long a person was waited for' }),
  details: FreeObject,
  events: Type.Array(EventView, { description: 'Of this node itself, in order' }),
  hidden_children: Type.Integer({ description: 'Left out because the tree is not shown deeper' }),
});
export type EventNode = Static<typeof EventNode>;

export const EventTree = Strict({
  nodes: Type.Array(EventNode),
  last_seq: Type.Integer({
    description: 'Place in the log up to which the tree is told; follow the stream from there',
  }),
  is_cut: Type.Boolean({ description: 'Whether there is more than is shown' }),
});
export type EventTree = Static<typeof EventTree>;
