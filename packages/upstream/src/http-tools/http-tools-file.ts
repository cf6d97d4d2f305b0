import { httpMethods, limits } from '@countersign/contract';
import { type Static, type TSchema, Type } from 'typebox';

/**
 * The shape of a file of hand-written tools. It validates, its types are those of the code, and editors get it as JSON
 * Schema. Each description completes the sentence "expected …", for whoever wrote something else.
 */
const httpToolsLimits = {
  toolsMax: 1_000,
  nameLengthMax: 80,
  descriptionLengthMax: 2_000,
  urlLengthMax: 4_000,
  bodyLengthMax: 64 * 1024,
} as const;

const template = (description: string, maxLength: number = httpToolsLimits.urlLengthMax) =>
  Type.String({ minLength: 1, maxLength, description });
const texts = (description: string, maxItems = 50) =>
  Type.Array(Type.String({ maxLength: 300 }), { maxItems, description });
const seconds = (description: string, maximum: number) => Type.Number({ minimum: 0.1, maximum, description });
const strict = <T extends Record<string, TSchema>>(properties: T, description: string) =>
  Type.Object(properties, { additionalProperties: false, description });

const statusUrl = template('an address, or a path after base_url, such as /jobs/{{ job_id }}');
const jsonPath = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });

const Poll = strict(
  {
    status_url: Type.Optional(statusUrl),
    status_url_template: Type.Optional(statusUrl),
    status_field: Type.Optional(jsonPath('a JSONPath such as $.status')),
    status_field_path: Type.Optional(jsonPath('a JSONPath such as $.status')),
    completed_values: Type.Array(Type.String({ maxLength: 200 }), {
      minItems: 1,
      maxItems: 50,
      description: 'a list of values that mean that the job is done',
    }),
    failed_values: Type.Optional(texts('a list of values that mean that the job failed')),
    result_field: Type.Optional(jsonPath('a JSONPath such as $.result')),
    result_field_path: Type.Optional(jsonPath('a JSONPath such as $.result')),
    interval_seconds: Type.Optional(seconds('seconds from 0.1 to 3600', 3_600)),
    poll_interval_seconds: Type.Optional(seconds('seconds from 0.1 to 3600', 3_600)),
    max_interval_seconds: Type.Optional(seconds('seconds from 0.1 to 3600', 3_600)),
    backoff_multiplier: Type.Optional(Type.Number({ minimum: 1, maximum: 10, description: 'a number from 1 to 10' })),
    max_attempts: Type.Optional(attempts()),
    max_poll_attempts: Type.Optional(attempts()),
  },
  '`status_url`, `status_field` and `completed_values`',
);
export type PollOfFile = Static<typeof Poll>;

const headers = () =>
  Type.Record(Type.String(), Type.String({ maxLength: httpToolsLimits.urlLengthMax }), {
    description: 'names of headers, each with a template in quotes',
  });
const schemaText = 'a JSON Schema of an object: `{ type: object, properties: { … } }`';
const riskText = 'LOW, MEDIUM or HIGH';
const audience = () =>
  Type.String({ minLength: 1, maxLength: 300, description: 'the audience that a token is asked for' });
const scopes = () => texts('a list of scopes that a token is asked for');
const body = () => template('a template of the body', httpToolsLimits.bodyLengthMax);

const Tool = strict(
  {
    name: Type.String({
      pattern: `^[A-Za-z0-9_.-]{1,${httpToolsLimits.nameLengthMax}}$`,
      description: `a name of letters, digits, "_", "." and "-", up to ${httpToolsLimits.nameLengthMax} characters`,
    }),
    description: Type.String({
      minLength: 1,
      maxLength: httpToolsLimits.descriptionLengthMax,
      description: `what the tool does, up to ${httpToolsLimits.descriptionLengthMax} characters; models and approvers read it`,
    }),
    method: Type.Optional(Type.Enum([...httpMethods], { description: `one of ${httpMethods.join(', ')}` })),
    url: Type.Optional(template('an address, or a path after base_url, such as /orders/{{ order_id }}')),
    url_template: Type.Optional(template('an address, or a path after base_url, such as /orders/{{ order_id }}')),
    headers: Type.Optional(headers()),
    headers_template: Type.Optional(headers()),
    body: Type.Optional(body()),
    body_template: Type.Optional(body()),
    content_type: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'a type such as application/json' }),
    ),
    input_schema: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: schemaText })),
    risk: Type.Optional(Type.Enum(['LOW', 'MEDIUM', 'HIGH'], { description: riskText })),
    risk_level: Type.Optional(Type.Enum(['LOW', 'MEDIUM', 'HIGH'], { description: riskText })),
    tags: Type.Optional(texts('a list of words', 20)),
    audience: Type.Optional(audience()),
    required_audience: Type.Optional(audience()),
    scopes: Type.Optional(scopes()),
    required_scopes: Type.Optional(scopes()),
    timeout_seconds: Type.Optional(seconds('seconds from 0.1 to 600', 600)),
    mode: Type.Optional(Type.Enum(['sync_http', 'async_poll'], { description: 'sync_http or async_poll' })),
    poll: Type.Optional(Poll),
    poll_config: Type.Optional(Poll),
    allowed_hosts: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^(\\*\\.)?[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?$',
          description: 'a host, or *.example.org',
        }),
        {
          maxItems: 100,
          description: 'a list of hosts that addresses made from arguments may have',
        },
      ),
    ),
    passthrough_headers: Type.Optional(
      Type.Boolean({ description: 'true or false: whether the argument `headers` is sent' }),
    ),
    idempotency_header: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9-]{1,100}$', description: 'the name of a header such as Idempotency-Key' }),
    ),
  },
  'a tool: `name`, `description` and `url`',
);
export type ToolOfFile = Static<typeof Tool>;

export const HttpToolsFile = strict(
  {
    version: Type.Literal(1, { description: '1, the only version there is' }),
    base_url: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s{}#?]+$',
        maxLength: limits.titleLengthMax * 10,
        description: 'an address such as https://api.example.org/v1, without placeholders',
      }),
    ),
    tools: Type.Array(Tool, {
      maxItems: httpToolsLimits.toolsMax,
      description: `a list of up to ${httpToolsLimits.toolsMax} tools`,
    }),
  },
  '`version: 1` and `tools:`',
);
export type HttpToolsFile = Static<typeof HttpToolsFile>;

function attempts() {
  return Type.Integer({ minimum: 1, maximum: 10_000, description: 'a whole number from 1 to 10000' });
}
