import { type Static, Type } from 'typebox';
import { UUID_PATTERN } from '../ids.ts';
import { limits } from '../limits.ts';
import { Nullable, PlainText, Strict, Timestamp, Uuid } from './primitives.ts';
import { RunControlRequest, RunView } from './run.ts';

export const MessageRole = Type.Enum(['user', 'agent']);
export type MessageRole = Static<typeof MessageRole>;

/** W1: what a person or the agent said in a session. */
export const MessageView = Strict({
  message_id: Uuid,
  project_id: Uuid,
  session_id: Uuid,
  run_id: Uuid,
  role: MessageRole,
  author: Type.String({ description: 'Name of the user or the agent' }),
  text: Type.String(),
  created_at: Timestamp,
});
export type MessageView = Static<typeof MessageView>;

export const PostMessageRequest = Strict({
  text: PlainText({ minLength: 1, maxLength: limits.messageLengthMax }),
  session_id: Type.Optional(Uuid),
  run_id: Type.Optional(
    Type.String({
      pattern: UUID_PATTERN,
      description: 'Steers this run, which must not have ended; without it a new run works on the message',
    }),
  ),
  title: Type.Optional(PlainText({ minLength: 1, maxLength: limits.titleLengthMax })),
  machine: Type.Optional(
    PlainText({ minLength: 1, maxLength: limits.machineLengthMax, description: 'Of a new session: where tools run' }),
  ),
  model: Type.Optional(
    PlainText({
      minLength: 1,
      maxLength: limits.modelNameLengthMax,
      description: 'One of those that are configured; `demo` is always there',
    }),
  ),
  control: Type.Optional(RunControlRequest),
});
export type PostMessageRequest = Static<typeof PostMessageRequest>;

export const PostMessageResponse = Strict({ message: MessageView, run: RunView });
export type PostMessageResponse = Static<typeof PostMessageResponse>;

export const ModelsView = Strict({
  models: Type.Array(
    Strict({
      name: Type.String(),
      provider: Type.String(),
      protocol: Type.Enum(['native', 'json']),
      is_default: Type.Boolean(),
      problem: Nullable(Type.String({ description: 'What is missing before it can be used' })),
    }),
  ),
});
export type ModelsView = Static<typeof ModelsView>;
