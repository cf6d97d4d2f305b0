import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { FreeObject, Nullable, PlainText, RiskLevel, Strict, Timestamp, Uuid } from './primitives.ts';

const sourceKinds = ['openapi', 'http', 'mcp'] as const;
export type SourceKind = (typeof sourceKinds)[number];
export const SourceKind = Type.Enum(sourceKinds);

/** Names its tools too: `pizzeria` has `pizzeria__list_menu`. */
export const SourceName = Type.String({
  pattern: '^(?!builtin$)[a-z0-9][a-z0-9-]{0,39}$',
  description: 'Small letters, digits and "-", at most 40; not "builtin"',
});
export const SecretName = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$',
  description: 'Name of a secret that `countersign secrets set` stored',
});
/** Where its name and those of its source go: 128 characters that every protocol takes. */
export const UpstreamToolName = Type.String({ pattern: `^[A-Za-z0-9_.-]{1,${limits.toolNameLengthMax}}$` });

const Url = Type.String({ minLength: 1, maxLength: 2_000, pattern: '^https?://' });
const Scopes = Type.Array(Type.String({ pattern: '^[!#-\\[\\]-~]{1,200}$' }), { maxItems: 50 });
const tokenEndpoint = {
  issuer: Type.Optional(Type.String({ ...Url, description: 'OpenID provider; its token endpoint is looked up' })),
  token_endpoint: Type.Optional(Type.String({ ...Url, description: 'Instead of issuer' })),
  client_id: PlainText({ minLength: 1, maxLength: 300 }),
  secret: SecretName,
  /** Ways in which a client proves itself there. */
  client_auth: Type.Optional(Type.Enum(['client_secret_basic', 'client_secret_post'])),
  /** How providers want to be told for whom a token is: RFC 8693, or RFC 8707. */
  audience_parameter: Type.Optional(Type.Enum(['audience', 'resource'])),
};

/** U3: how a source is told who calls. Values come from the store of secrets, never from here. */
export const SourceAuth = Type.Union([
  Strict({ mode: Type.Literal('none') }),
  Strict({
    mode: Type.Literal('api_key'),
    in: Type.Enum(['header', 'query']),
    name: Type.String({ pattern: '^[A-Za-z0-9!#$&^_.+-]{1,100}$' }),
    secret: SecretName,
    prefix: Type.Optional(Type.String({ maxLength: 50, description: 'Before the key, such as "Bearer "' })),
  }),
  Strict({
    mode: Type.Literal('http_basic'),
    username: PlainText({ minLength: 1, maxLength: 300 }),
    secret: SecretName,
  }),
  Strict({
    mode: Type.Literal('client_credentials'),
    ...tokenEndpoint,
    audience: Type.Optional(PlainText({ minLength: 1, maxLength: 300 })),
    scopes: Type.Optional(Scopes),
  }),
  Strict({
    mode: Type.Literal('token_exchange'),
    ...tokenEndpoint,
    audience: Type.Optional(
      PlainText({ minLength: 1, maxLength: 300, description: 'Of tools that name none of their own' }),
    ),
    scopes: Type.Optional(Scopes),
    actor_token: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Send a token of the client along, for providers that write it into `act`; Keycloak takes none',
      }),
    ),
  }),
  Strict({ mode: Type.Literal('pass_through') }),
]);
export type SourceAuth = Static<typeof SourceAuth>;

/** U6: when calls to a source are no longer tried, and when they are again. */
export const BreakerSettings = Strict({
  failure_threshold: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 5 })),
  recovery_timeout_seconds: Type.Optional(Type.Number({ minimum: 0.1, maximum: 3_600, default: 30 })),
  half_open_max_calls: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 3 })),
});
export type BreakerSettings = Static<typeof BreakerSettings>;

/** U5: where its requests may go. */
export const DestinationSettings = Strict({
  allow_private: Type.Optional(
    Type.Boolean({ default: false, description: 'Private and loopback addresses too; never those of cloud metadata' }),
  ),
  allowed_hosts: Type.Optional(
    Type.Array(Type.String({ pattern: '^(\\*\\.)?[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?$' }), {
      maxItems: 100,
      description: 'Hosts, or *.example.org, that addresses made from arguments may have',
    }),
  ),
});
export type DestinationSettings = Static<typeof DestinationSettings>;

export const SourceSettings = Strict({
  name: SourceName,
  kind: SourceKind,
  url: Type.Optional(Type.String({ ...Url, description: 'Of the document, or of the MCP server' })),
  document: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.documentLengthMax,
      description: 'The document itself, JSON or YAML',
    }),
  ),
  base_url: Type.Optional(Type.String({ ...Url, description: 'Instead of the server that the document names' })),
  command: Type.Optional(
    Type.Array(PlainText({ minLength: 1, maxLength: 2_000 }), {
      minItems: 1,
      maxItems: 100,
      description: 'Program and arguments of an MCP server that is spoken to over stdio',
    }),
  ),
  environment: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }), PlainText({ maxLength: 4_000 })),
  ),
  environment_secrets: Type.Optional(Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }), SecretName)),
  auth: Type.Optional(SourceAuth),
  destinations: Type.Optional(DestinationSettings),
  breaker: Type.Optional(BreakerSettings),
  timeout_seconds: Type.Optional(Type.Number({ minimum: 0.1, maximum: 600, default: 30 })),
  refresh_seconds: Type.Optional(
    Type.Integer({
      minimum: 10,
      maximum: 30 * 24 * 3_600,
      description: 'Look for changes so often; never where it is not given',
    }),
  ),
  allow_remote_refs: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether $ref may lead to other documents' }),
  ),
  risks: Type.Optional(
    Type.Record(Type.String({ minLength: 1, maxLength: 200 }), RiskLevel, {
      description: 'Risk of tools by name or glob, instead of what follows from the method',
    }),
  ),
  headers: Type.Optional(
    Type.Record(Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$" }), PlainText({ maxLength: 2_000 }), {
      description: 'Sent with every request',
    }),
  ),
  idempotency_header: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9-]{1,100}$',
      description: 'Header in which the service takes a key that makes a repeated request harmless',
    }),
  ),
});
export type SourceSettings = Static<typeof SourceSettings>;

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

/** Where a tool that is not built in comes from, and what is called there. All of it is part of its version. */
export const UpstreamBinding = Strict({
  source: SourceName,
  kind: SourceKind,
  /** As the service itself names it: an operation id, a name of the file, an MCP tool. */
  remote_name: Type.String(),
  risk_level: RiskLevel,
  /** HTTP method; `MCP` for tools of an MCP server. */
  method: Type.String(),
  path: Type.String(),
  /** Host and port that it goes to, or `stdio`. */
  host: Type.String(),
  tags: Type.Array(Type.String()),
  profile: Nullable(ExecutionProfile),
});
export type UpstreamBinding = Static<typeof UpstreamBinding>;

export const UpstreamToolView = Strict({
  tool_id: UpstreamToolName,
  name: UpstreamToolName,
  source: Type.String({ description: 'builtin for those of runners' }),
  description: Type.String(),
  method: Nullable(Type.String()),
  path: Nullable(Type.String()),
  host: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  risk_level: RiskLevel,
  requires_approval: Type.Boolean(),
  version: Type.String(),
  is_enabled: Type.Boolean(),
  deprecated_at: Nullable(Timestamp),
  updated_at: Nullable(Timestamp),
});
export type UpstreamToolView = Static<typeof UpstreamToolView>;

export const UpstreamToolDetails = Strict({
  ...UpstreamToolView.properties,
  input_schema: Type.Unknown(),
  profile: Nullable(ExecutionProfile),
});
export type UpstreamToolDetails = Static<typeof UpstreamToolDetails>;

const changeKinds = ['added', 'changed', 'removed', 'restored'] as const;

/** A tool that is not as it was when the source was last looked at. */
export const ToolChange = Strict({
  tool_id: Type.String(),
  kind: Type.Enum(changeKinds),
  diff: Type.Array(Type.String(), {
    description: 'Lines with " ", "-" or "+" before them; control characters made visible',
  }),
});
export type ToolChange = Static<typeof ToolChange>;

/** What an import found. Saved only where it was no dry run. */
export const ImportView = Strict({
  source: SourceName,
  inventory_hash: Type.String({
    description: 'SHA-256 over all tools; send it as expected_inventory_hash to save just this',
  }),
  is_saved: Type.Boolean(),
  tools: Type.Array(UpstreamToolView),
  left_out: Type.Array(Strict({ operation: Type.String(), reason: Type.String() })),
  changes: Type.Array(ToolChange),
  warnings: Type.Array(Type.String()),
});
export type ImportView = Static<typeof ImportView>;

const breakerStates = ['closed', 'open', 'half_open'] as const;
export type BreakerState = (typeof breakerStates)[number];

export const SourceView = Strict({
  source_id: Uuid,
  name: SourceName,
  kind: SourceKind,
  settings: Type.Omit(SourceSettings, ['document']),
  inventory_hash: Type.String(),
  tool_count: Type.Integer(),
  deprecated_count: Type.Integer(),
  disabled_count: Type.Integer(),
  breaker: Strict({ state: Type.Enum(breakerStates), since: Nullable(Timestamp), failures: Type.Integer() }),
  refreshed_at: Timestamp,
  refresh_error: Nullable(Type.String()),
  created_at: Timestamp,
});
export type SourceView = Static<typeof SourceView>;

const importOptions = {
  dry_run: Type.Optional(Type.Boolean({ description: 'Only tell what would be saved' })),
  expected_inventory_hash: Type.Optional(
    Type.String({ description: 'Of the dry run that was looked at; anything else is refused' }),
  ),
};
export const CreateSourceRequest = Strict({ ...SourceSettings.properties, ...importOptions });
export type CreateSourceRequest = Static<typeof CreateSourceRequest>;
export const RefreshSourceRequest = Strict({
  ...importOptions,
  document: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.documentLengthMax,
      description: 'A newer one, where the source was made from a file',
    }),
  ),
});
export type RefreshSourceRequest = Static<typeof RefreshSourceRequest>;
export const ChangeToolRequest = Strict({
  is_enabled: Type.Boolean(),
});

export const SecretView = Strict({ name: SecretName, created_at: Timestamp, updated_at: Timestamp });
export type SecretView = Static<typeof SecretView>;
export const PutSecretRequest = Strict({ value: Type.String({ minLength: 1, maxLength: limits.secretLengthMax }) });

/** U8: codes of what goes wrong on the way to a service; the first seven with the retryability everyone knows. */
export const upstreamErrors = {
  validation_error: { status: 422, retryable: false },
  token_exchange_failed: { status: 502, retryable: false },
  upstream_timeout: { status: 504, retryable: true },
  upstream_connection_error: { status: 502, retryable: true },
  circuit_open: { status: 503, retryable: true },
  poll_timeout: { status: 504, retryable: true },
  internal_error: { status: 500, retryable: false },
  template_error: { status: 422, retryable: false },
  destination_refused: { status: 403, retryable: false },
  redirect_refused: { status: 502, retryable: false },
  response_too_large: { status: 502, retryable: false },
  bad_response: { status: 502, retryable: false },
  tool_changed: { status: 409, retryable: false },
  tool_unavailable: { status: 410, retryable: false },
  rejected: { status: 403, retryable: false },
  approval_timeout: { status: 408, retryable: true },
  cancelled: { status: 409, retryable: false },
  unknown: { status: 502, retryable: false },
} as const satisfies Record<string, { status: number; retryable: boolean }>;
export type UpstreamErrorCode = keyof typeof upstreamErrors;

/** U8: the result of one execution. */
export const UpstreamResult = Strict({
  tool_id: Type.String(),
  status: Type.Enum(['completed', 'pending', 'failed']),
  result: Type.Unknown(),
  execution_time_ms: Type.Number(),
  upstream_status: Nullable(Type.Integer()),
  metadata: FreeObject,
});
export type UpstreamResult = Static<typeof UpstreamResult>;

/** U8: an execution that came to no result. Sent together with the members of a problem document. */
export const UpstreamError = Strict({
  message: Type.String(),
  error_code: Type.String(),
  tool_id: Nullable(Type.String()),
  upstream_status: Nullable(Type.Integer()),
  upstream_body: Nullable(Type.String()),
  is_retryable: Type.Boolean(),
  details: FreeObject,
});
export type UpstreamError = Static<typeof UpstreamError>;

export const ExecuteUpstreamRequest = Strict({
  arguments: Type.Optional(FreeObject),
  session_id: Type.Optional(Uuid),
  wait_ms: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: limits.waitMsMax,
      default: limits.waitMsMax,
      description: 'How long to wait for the end; 202 where it has not come',
    }),
  ),
  note: Type.Optional(PlainText({ maxLength: limits.agentNoteLengthMax })),
});

export const ExplainAccessRequest = Strict({
  agent_id: Type.Optional(Uuid),
  claims: Type.Optional(FreeObject),
  tool_id: Type.Optional(Type.String()),
});
/** U10: why a principal may or may not use tools. */
export const AccessExplanation = Strict({
  claims: FreeObject,
  is_governed: Type.Boolean({ description: 'False where there is no access file: then everyone may use every tool' }),
  policies: Type.Array(
    Strict({ id: Type.String(), applies: Type.Boolean(), because: Type.String(), groups: Type.Array(Type.String()) }),
  ),
  tools: Type.Array(Strict({ tool_id: Type.String(), is_allowed: Type.Boolean(), because: Type.String() })),
});
export type AccessExplanation = Static<typeof AccessExplanation>;
