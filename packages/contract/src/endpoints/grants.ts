import { Type } from 'typebox';
import { GrantEverythingRequest, GrantView } from '../schemas/grant.ts';
import { Page, PageQuery, Strict, Uuid } from '../schemas/primitives.ts';
import { endpoint, inProject } from './endpoint.ts';
import { GrantParams, ProjectParams, projectPath, SessionParams } from './params.ts';

export const listGrants = endpoint({
  id: 'listGrants',
  method: 'GET',
  path: `${projectPath}/grants`,
  summary: 'Remembered decisions, newest first; by default those in force.',
  access: inProject('user'),
  params: ProjectParams,
  query: Strict({
    session_id: Type.Optional(Uuid),
    include_ended: Type.Optional(Type.Boolean({ default: false })),
    ...PageQuery,
  }),
  responses: { 200: Page('grants', GrantView) },
  errors: ['not_found'],
});

export const grantEverything = endpoint({
  id: 'grantEverything',
  method: 'POST',
  path: `${projectPath}/sessions/:session_id/grants`,
  summary: 'Approve everything in a session from now on, for a while. What waits already still waits.',
  access: inProject('user'),
  params: SessionParams,
  body: GrantEverythingRequest,
  responses: { 201: GrantView },
  errors: ['not_found'],
});

export const revokeGrant = endpoint({
  id: 'revokeGrant',
  method: 'DELETE',
  path: `${projectPath}/grants/:grant_id`,
  summary: 'Take a remembered decision back. Calls it already let through stay as they are.',
  access: inProject('user'),
  params: GrantParams,
  responses: { 200: GrantView },
  errors: ['not_found'],
});
