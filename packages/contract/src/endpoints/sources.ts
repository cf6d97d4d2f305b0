import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { AccessExplanation, ExplainAccessRequest } from '../schemas/access.ts';
import { Strict, Uuid } from '../schemas/primitives.ts';
import { PutSecretRequest, SecretView } from '../schemas/secret.ts';
import { CreateSourceRequest, ImportView, RefreshSourceRequest, SourceView } from '../schemas/source.ts';
import { SecretName, SourceName, UpstreamToolName } from '../schemas/source-names.ts';
import { ExecuteUpstreamRequest, UpstreamResult } from '../schemas/upstream-result.ts';
import { ChangeToolRequest, UpstreamToolDetails, UpstreamToolView } from '../schemas/upstream-tool.ts';
import { admin, endpoint, inProject, signedIn } from './endpoint.ts';
import { IdempotencyHeaders, projectPath } from './params.ts';

const SourceParams = Strict({ source: SourceName });
const ToolParams = Strict({ tool_id: UpstreamToolName });
const SecretParams = Strict({ name: SecretName });

export const createSource = endpoint({
  id: 'createSource',
  method: 'POST',
  path: '/api/sources',
  summary: 'Register a service: its tools are found, shown, and saved unless it is a dry run.',
  access: admin,
  body: CreateSourceRequest,
  bodyBytesMax: limits.documentBodyBytesMax,
  responses: { 200: ImportView, 201: ImportView },
  errors: ['name_taken', 'import_failed', 'inventory_changed'],
});

export const listSources = endpoint({
  id: 'listSources',
  method: 'GET',
  path: '/api/sources',
  summary: 'Every registered service, with its breaker and when it was last looked at.',
  access: admin,
  responses: { 200: Strict({ sources: Type.Array(SourceView) }) },
  errors: [],
});

export const getSource = endpoint({
  id: 'getSource',
  method: 'GET',
  path: '/api/sources/:source',
  summary: 'One service with its tools.',
  access: admin,
  params: SourceParams,
  responses: { 200: Strict({ source: SourceView, tools: Type.Array(UpstreamToolView) }) },
  errors: ['not_found'],
});

export const refreshSource = endpoint({
  id: 'refreshSource',
  method: 'POST',
  path: '/api/sources/:source/refresh',
  summary: 'Look at the service again: changed tools become new versions, vanished ones are deprecated.',
  access: admin,
  params: SourceParams,
  body: RefreshSourceRequest,
  bodyBytesMax: limits.documentBodyBytesMax,
  responses: { 200: ImportView },
  errors: ['not_found', 'import_failed', 'inventory_changed'],
});

export const removeSource = endpoint({
  id: 'removeSource',
  method: 'DELETE',
  path: '/api/sources/:source',
  summary: 'Forget a service: its tools are gone at once, what they did stays in the record.',
  access: admin,
  params: SourceParams,
  responses: { 200: SourceView },
  errors: ['not_found'],
});

export const listTools = endpoint({
  id: 'listTools',
  method: 'GET',
  path: '/api/tools',
  summary: 'The tools that this principal may use; for administrators all of them.',
  access: signedIn,
  query: Strict({ source: Type.Optional(Type.String()) }),
  responses: { 200: Strict({ tools: Type.Array(UpstreamToolView), total_count: Type.Integer() }) },
  errors: [],
});

export const getTool = endpoint({
  id: 'getTool',
  method: 'GET',
  path: '/api/tools/:tool_id',
  summary: 'One tool with its schema and how its requests are made.',
  access: signedIn,
  params: ToolParams,
  responses: { 200: UpstreamToolDetails },
  errors: ['not_found'],
});

export const changeTool = endpoint({
  id: 'changeTool',
  method: 'PUT',
  path: '/api/tools/:tool_id',
  summary: 'Switch a tool of a source on or off.',
  access: admin,
  params: ToolParams,
  body: ChangeToolRequest,
  responses: { 200: UpstreamToolView },
  errors: ['not_found'],
});

export const executeUpstreamTool = endpoint({
  id: 'executeUpstreamTool',
  method: 'POST',
  path: '/api/tools/:tool_id/execute',
  summary: 'Run a tool by its name, through the same gate as everything else. 202 while it waits for a person.',
  access: signedIn,
  params: ToolParams,
  headers: IdempotencyHeaders('A retry with the same key joins the first call'),
  body: ExecuteUpstreamRequest,
  responses: { 200: UpstreamResult, 202: UpstreamResult },
  errors: ['forbidden', 'not_found', 'idempotency_mismatch', 'execution_failed'],
});

export const listSecrets = endpoint({
  id: 'listSecrets',
  method: 'GET',
  path: '/api/secrets',
  summary: 'Names of stored secrets. Their values are never shown again.',
  access: admin,
  responses: { 200: Strict({ secrets: Type.Array(SecretView) }) },
  errors: [],
});

export const putSecret = endpoint({
  id: 'putSecret',
  method: 'PUT',
  path: '/api/secrets/:name',
  summary: 'Store a secret, encrypted, or replace it.',
  access: admin,
  params: SecretParams,
  body: PutSecretRequest,
  responses: { 200: SecretView },
  errors: [],
});

export const removeSecret = endpoint({
  id: 'removeSecret',
  method: 'DELETE',
  path: '/api/secrets/:name',
  summary: 'Forget a secret.',
  access: admin,
  params: SecretParams,
  responses: { 200: SecretView },
  errors: ['not_found'],
});

export const explainAccess = endpoint({
  id: 'explainAccess',
  method: 'POST',
  path: '/api/access/explain',
  summary: 'Why an agent, or whoever has these claims, may or may not use tools.',
  access: admin,
  body: ExplainAccessRequest,
  responses: { 200: AccessExplanation },
  errors: ['not_found'],
});

export const getFile = endpoint({
  id: 'getFile',
  method: 'GET',
  path: `${projectPath}/files/:file_id`,
  summary: 'An answer of a service that was too large for a result.',
  access: inProject('user', 'agent'),
  params: Strict({ project_id: Uuid, file_id: Uuid }),
  responses: { 200: Type.String() },
  contentType: 'application/octet-stream',
  errors: ['not_found'],
});
