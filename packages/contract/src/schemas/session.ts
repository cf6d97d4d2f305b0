import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { Nullable, PlainText, Strict, Timestamp, Uuid } from './primitives.ts';

export const SessionView = Strict({
  session_id: Uuid,
  project_id: Uuid,
  agent_id: Uuid,
  agent_name: Type.String(),
  title: Type.String(),
  machine: Nullable(
    Type.String({ description: 'Runs only on the runner of this machine; null for any of the project' }),
  ),
  banner: Nullable(
    Strict({
      text: Type.String({ description: 'Shown wherever the session is, while everything in it is approved' }),
      grant_id: Uuid,
      expires_at: Nullable(Timestamp),
    }),
  ),
  created_at: Timestamp,
});
export type SessionView = Static<typeof SessionView>;

export const CreateSessionRequest = Strict({
  title: Type.Optional(PlainText({ maxLength: limits.titleLengthMax })),
  machine: Type.Optional(PlainText({ minLength: 1, maxLength: limits.machineLengthMax })),
});
export type CreateSessionRequest = Static<typeof CreateSessionRequest>;
