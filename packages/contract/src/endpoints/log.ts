import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { EventView } from '../schemas/event.ts';
import { Nullable, PlainText, Strict, Timestamp, Uuid } from '../schemas/primitives.ts';
import { admin, endpoint, inProject } from './endpoint.ts';
import { ProjectParams, projectPath } from './params.ts';

const LogQuery = {
  before: Type.Optional(Type.Integer({ minimum: 1, description: '`next_before` of the answer before' })),
  type: Type.Optional(
    PlainText({ minLength: 1, maxLength: 100, description: 'A type of event, or how it begins: `approval.`' }),
  ),
  actor: Type.Optional(
    PlainText({ minLength: 1, maxLength: 200, description: 'user:ID, agent:ID, runner:ID, system, or a kind alone' }),
  ),
  subject_id: Type.Optional(PlainText({ minLength: 1, maxLength: 200 })),
  since: Type.Optional(Timestamp),
  until: Type.Optional(Timestamp),
  q: Type.Optional(PlainText({ minLength: 1, maxLength: 200, description: 'Words anywhere in an entry' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageSizeMax, default: limits.pageSizeDefault })),
};

const Found = Strict({
  events: Type.Array(EventView),
  next_before: Nullable(Type.Integer({ description: 'Where to go on; null at the beginning of the log' })),
  looked_at: Type.Integer({ description: 'Entries that were looked through; there may be older ones' }),
});

export const searchLog = endpoint({
  id: 'searchLog',
  method: 'GET',
  path: `${projectPath}/log`,
  summary: 'Entries of the log of this project that match, newest first.',
  access: inProject('user'),
  params: ProjectParams,
  query: Strict({ ...LogQuery, session_id: Type.Optional(Uuid) }),
  responses: { 200: Found },
  errors: ['not_found'],
});

export const searchServerLog = endpoint({
  id: 'searchServerLog',
  method: 'GET',
  path: '/api/log',
  summary: 'Entries of the log that belong to no project: people, tokens, rules, processes. Newest first.',
  access: admin,
  query: Strict(LogQuery),
  responses: { 200: Found },
  errors: [],
});

export const exportLog = endpoint({
  id: 'exportLog',
  method: 'GET',
  path: `${projectPath}/log/export`,
  summary: 'The log of this project, or of one session, as a file: one entry a line, oldest first.',
  access: inProject('user'),
  params: ProjectParams,
  query: Strict({ session_id: Type.Optional(Uuid) }),
  responses: { 200: Type.String() },
  contentType: 'application/x-ndjson',
  errors: ['not_found'],
});

export const exportServerLog = endpoint({
  id: 'exportServerLog',
  method: 'GET',
  path: '/api/log/export',
  summary: 'Entries that belong to no project, as a file: one entry a line, oldest first.',
  access: admin,
  responses: { 200: Type.String() },
  contentType: 'application/x-ndjson',
  errors: [],
});

/** S3: how far it is, and at last what was found. */
export const VerificationLine = Type.Union([
  Strict({ verified: Type.Integer(), of: Type.Integer() }),
  Strict({
    ok: Type.Boolean(),
    entries: Type.Integer(),
    chains: Type.Integer(),
    broken: Nullable(Strict({ chain_id: Nullable(Type.String()), seq: Type.Integer(), problem: Type.String() })),
  }),
]);
export type VerificationLine = Static<typeof VerificationLine>;

export const verifyLog = endpoint({
  id: 'verifyLog',
  method: 'GET',
  path: '/api/log/verification',
  summary: 'Checks that nothing in the log was changed, moved or removed. Lines of progress, then the verdict.',
  access: admin,
  responses: { 200: Type.String() },
  contentType: 'application/x-ndjson',
  errors: [],
});
