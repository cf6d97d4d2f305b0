import { Type } from 'typebox';
import { Strict, Uuid } from '../schemas/primitives.ts';
import { endpoint, inProject } from './endpoint.ts';
import { ProjectParams, projectPath, SessionParams } from './params.ts';

export const streamEvents = endpoint({
  id: 'streamEvents',
  method: 'GET',
  path: `${projectPath}/chat/stream`,
  summary:
    'Server-sent events of the project. Resumes after Last-Event-ID, or after `after` where a header cannot be set.',
  access: inProject('user', 'agent', 'runner'),
  params: ProjectParams,
  query: Strict({
    after: Type.Optional(Type.Integer({ minimum: 0, description: 'Like Last-Event-ID; 0 for everything' })),
    session_id: Type.Optional(Uuid),
  }),
  headers: Type.Object({ 'last-event-id': Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })) }),
  responses: { 200: Type.String() },
  contentType: 'text/event-stream',
  errors: ['not_found'],
});

export const openSessionSocket = endpoint({
  id: 'openSessionSocket',
  method: 'GET',
  path: `${projectPath}/sessions/:session_id/ws`,
  summary: 'WebSocket of a session: pending approvals on connect, then events; decisions in.',
  access: inProject('user', 'runner'),
  params: SessionParams,
  responses: { 101: null },
  errors: ['not_found', 'upgrade_required'],
});
