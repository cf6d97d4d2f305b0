import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { PlainText, RiskLevel, Strict } from './primitives.ts';
import { SecretName, SourceKind, SourceName } from './source-names.ts';

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
