import { Page, PageQuery, Strict } from '../schemas/primitives.ts';
import { CreateSessionRequest, SessionView } from '../schemas/session.ts';
import { endpoint, inProject } from './endpoint.ts';
import { ProjectParams, projectPath, SessionParams } from './params.ts';

export const createSession = endpoint({
  id: 'createSession',
  method: 'POST',
  path: `${projectPath}/sessions`,
  summary: 'Open a session for the calls of one conversation.',
  access: inProject('agent'),
  params: ProjectParams,
  body: CreateSessionRequest,
  responses: { 201: SessionView },
  errors: ['not_found'],
});

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: `${projectPath}/sessions`,
  summary: 'Sessions, newest first. An agent sees its own.',
  access: inProject('user', 'agent'),
  params: ProjectParams,
  query: Strict(PageQuery),
  responses: { 200: Page('sessions', SessionView) },
  errors: ['not_found'],
});

export const getSession = endpoint({
  id: 'getSession',
  method: 'GET',
  path: `${projectPath}/sessions/:session_id`,
  summary: 'One session, with a banner while everything in it is approved.',
  access: inProject('user', 'agent'),
  params: SessionParams,
  responses: { 200: SessionView },
  errors: ['not_found'],
});
