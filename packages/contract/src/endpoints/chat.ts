import { Type } from 'typebox';
import { MessageView, ModelsView, PostMessageRequest, PostMessageResponse } from '../schemas/chat.ts';
import { Page, PageQuery, Strict, Uuid } from '../schemas/primitives.ts';
import { endpoint, inProject } from './endpoint.ts';
import { IdempotencyHeaders, ProjectParams, projectPath } from './params.ts';

export const postMessage = endpoint({
  id: 'postMessage',
  method: 'POST',
  path: `${projectPath}/chat/messages`,
  summary: 'Give the agent a task, or steer a run that works on one. Runs of one session go one after the other.',
  access: inProject('user'),
  params: ProjectParams,
  headers: IdempotencyHeaders('A retry with the same key gets the first answer'),
  body: PostMessageRequest,
  responses: { 201: PostMessageResponse },
  errors: ['not_found', 'run_ended', 'idempotency_mismatch', 'model_unknown', 'conflict'],
});

export const listMessages = endpoint({
  id: 'listMessages',
  method: 'GET',
  path: `${projectPath}/chat/messages`,
  summary: 'Messages of people and of the agent, newest first.',
  access: inProject('user'),
  params: ProjectParams,
  query: Strict({ session_id: Type.Optional(Uuid), run_id: Type.Optional(Uuid), ...PageQuery }),
  responses: { 200: Page('messages', MessageView) },
  errors: ['not_found'],
});

export const listModels = endpoint({
  id: 'listModels',
  method: 'GET',
  path: `${projectPath}/models`,
  summary: 'Models that runs can use.',
  access: inProject('user'),
  params: ProjectParams,
  responses: { 200: ModelsView },
  errors: ['not_found'],
});
