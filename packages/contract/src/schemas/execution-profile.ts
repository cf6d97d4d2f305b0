import { type Static, Type } from 'typebox';
import { PlainText, Strict } from './primitives.ts';

/** U7: how the end of a job is waited for. */
export const PollConfig = Strict({
  status_url_template: PlainText({ minLength: 1, maxLength: 4_000 }),
  status_field_path: Type.String({ minLength: 1, maxLength: 500, description: 'JSONPath' }),
  completed_values: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 50 }),
  failed_values: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 })),
  result_field_path: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'JSONPath; the whole answer where it is not given' }),
  ),
  poll_interval_seconds: Type.Optional(Type.Number({ minimum: 0.1, maximum: 3_600, default: 1 })),
  max_interval_seconds: Type.Optional(Type.Number({ minimum: 0.1, maximum: 3_600, default: 30 })),
  backoff_multiplier: Type.Optional(Type.Number({ minimum: 1, maximum: 10, default: 1.5 })),
  max_poll_attempts: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 60 })),
});
export type PollConfig = Static<typeof PollConfig>;

/** An argument that goes to one place of the request, written as OpenAPI says. */
export const ParameterBinding = Strict({
  argument: Type.String(),
  name: Type.String(),
  in: Type.Enum(['query', 'header', 'cookie']),
  style: Type.Enum(['form', 'simple', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'json']),
  explode: Type.Boolean(),
});
export type ParameterBinding = Static<typeof ParameterBinding>;

export const httpMethods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof httpMethods)[number];

/** How a call of a tool becomes a request. Templates are Jinja; what a value may do depends on where it stands. */
export const ExecutionProfile = Strict({
  mode: Type.Enum(['sync_http', 'async_poll']),
  method: Type.Enum(httpMethods),
  url_template: PlainText({ minLength: 1, maxLength: 4_000 }),
  headers_template: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 4_000 }))),
  body_template: Type.Optional(PlainText({ maxLength: 64 * 1024 })),
  /** The argument that is the body as it is, instead of a template. */
  body_argument: Type.Optional(Type.String()),
  content_type: Type.Optional(Type.String({ maxLength: 200 })),
  parameters: Type.Optional(Type.Array(ParameterBinding)),
  /** Whether the argument `headers` adds headers to the request; those that carry authority are refused. */
  passthrough_headers: Type.Optional(Type.Boolean()),
  allowed_hosts: Type.Optional(Type.Array(Type.String())),
  required_audience: Type.Optional(Type.String()),
  required_scopes: Type.Optional(Type.Array(Type.String())),
  timeout_seconds: Type.Number({ minimum: 0.1, maximum: 600 }),
  idempotency_header: Type.Optional(Type.String()),
  poll: Type.Optional(PollConfig),
});
export type ExecutionProfile = Static<typeof ExecutionProfile>;
