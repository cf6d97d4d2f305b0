import type { TSchema } from 'typebox';
import { endpoints } from './endpoints/all.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import { type ErrorCode, errorRegistry } from './errors.ts';
import { upstreamErrors } from './schemas/upstream-result.ts';

/** OpenAPI 3.1 of the endpoints, from the very schemas that validate requests. */
export function openApiDocument(version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const declared of Object.values<Endpoint>(endpoints)) {
    const path = declared.path.replace(/:([a-z_]+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][declared.method.toLowerCase()] = operation(declared);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Countersign', version, description: 'A control plane for the tool calls of AI agents.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'countersign_session' },
      },
      schemas: { Problem: problemSchema },
    },
  };
}

function operation(declared: Endpoint): Record<string, unknown> {
  return {
    operationId: declared.id,
    summary: declared.summary,
    tags: [tagOf(declared.path)],
    security: declared.access.to === 'open' ? [] : [{ bearer: [] }, { cookie: [] }],
    'x-access': accessText(declared),
    parameters: [
      ...parameters('path', declared.params),
      ...parameters('query', declared.query),
      ...parameters('header', declared.headers),
    ],
    ...(declared.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: declared.body } } } }
      : {}),
    responses: { ...answers(declared), ...problems(declared) },
  };
}

function tagOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith(':'));
  return parts[0] === 'my' && parts.length > 2 ? parts[2]! : (parts[0] ?? 'page');
}

function accessText({ access }: Endpoint): string {
  return access.to === 'project' ? `${access.kinds.join(', ')} of the project` : access.to;
}

function parameters(place: 'path' | 'query' | 'header', schema: Endpoint['params']): unknown[] {
  if (!schema) return [];
  const required = new Set((schema as { required?: readonly string[] }).required ?? []);
  return Object.entries(schema.properties as Record<string, TSchema>).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: property,
  }));
}

function answers({ responses, contentType = 'application/json' }: Endpoint): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      {
        description: status.startsWith('2') ? 'OK' : 'Done',
        ...(schema ? { content: { [contentType]: { schema } } } : {}),
      },
    ]),
  );
}

/** Every error an operation can answer with, grouped by status, the usual ones of its kind added. */
function problems(declared: Endpoint): Record<string, unknown> {
  const codes = new Set<ErrorCode>(declared.errors);
  // The second where a token is of an issuer that cannot be asked for its keys now.
  if (declared.access.to !== 'open') for (const code of ['unauthenticated', 'unavailable'] as const) codes.add(code);
  if (declared.access.to === 'project' || declared.access.to === 'admin') codes.add('forbidden');
  if (declared.access.to !== 'open' && declared.method !== 'GET') codes.add('csrf_refused');
  if (declared.params || declared.query || declared.body) codes.add('invalid_request');
  if (declared.body)
    for (const code of ['malformed_json', 'body_too_large', 'unsupported_media_type'] as const) codes.add(code);
  const answered = [...codes].flatMap((code) => statusesOf(code).map((status) => ({ status, code })));
  const byStatus = Map.groupBy(answered, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.map(({ code }) => `${code}: ${errorRegistry[code].title}`).join('; '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

/** How an execution failed decides its status (U8); every other code has one. */
function statusesOf(code: ErrorCode): number[] {
  if (code !== 'execution_failed') return [errorRegistry[code].status];
  return [...new Set(Object.values(upstreamErrors).map(({ status }) => status))];
}

const problemSchema = {
  type: 'object',
  description: 'RFC 9457 problem document',
  required: ['type', 'title', 'status', 'detail', 'code', 'retryable'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened and what to do next' },
    code: { type: 'string', enum: Object.keys(errorRegistry) },
    retryable: { type: 'boolean' },
  },
};
