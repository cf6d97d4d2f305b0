import {
  type ExecutionProfile,
  type HttpMethod,
  httpMethods,
  type JsonObject,
  type JsonValue,
} from '@countersign/contract';
import { findRepeatedName } from '@countersign/policy';
import { checkDestination } from '../destination/check-destination.ts';
import { shownName } from '../template/template-failure.ts';
import { isList, isMapping } from '../template/template-value.ts';
import { UpstreamFailure } from '../upstream-failure.ts';
import { compileProfile } from './compile-profile.ts';
import { requestLimits } from './limits.ts';
import { renderRequest } from './render-request.ts';

/** Stands for the token: this command sends nothing and has none. */
export const placeholderToken = 'UPSTREAM_TOKEN';

/**
 * One line of `countersign tools render --jsonl`: {id, tool_def, args} in, {id, request} or {id, error} out. Nothing is
 * sent and nothing is thrown, whatever the line holds.
 */
export function renderJsonlLine(line: string): string {
  let id: JsonValue = null;
  try {
    const given = parseLine(line);
    id = Object.hasOwn(given, 'id') ? given.id! : null;
    return JSON.stringify({ id, request: renderLine(given) });
  } catch (error) {
    const { code, message } = failureOf(error);
    return JSON.stringify({ id, error: { code, message } });
  }
}

function failureOf(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  if (error instanceof RangeError) return invalid('The line is nested too deeply.');
  return new UpstreamFailure('internal_error', 'The line could not be rendered.');
}

function parseLine(line: string): JsonObject {
  if (line.length > requestLimits.lineLengthMax)
    throw invalid(`The line has more than ${requestLimits.lineLengthMax} characters.`);
  let given: JsonValue;
  try {
    given = JSON.parse(line) as JsonValue;
  } catch {
    throw invalid('The line is not JSON. Write one object a line: {"id", "tool_def", "args"}.');
  }
  if (!isMapping(given)) throw invalid('The line is not an object. Write {"id", "tool_def", "args"}.');
  const twice = findRepeatedName(line);
  if (twice !== null) throw invalid(`The name "${shownName(twice)}" stands twice in one object.`);
  return given;
}

function renderLine(given: JsonObject): object {
  const definition = Object.hasOwn(given, 'tool_def') ? given.tool_def : undefined;
  const args = Object.hasOwn(given, 'args') && given.args !== null ? given.args! : {};
  if (definition === undefined || !isMapping(definition)) throw invalid('tool_def must be an object.');
  if (!isMapping(args)) throw invalid('args must be an object.');
  const profile = profileOf(definition);
  const request = renderRequest(compileProfile(profile), args, {
    credentials: { headers: {}, query: {}, upstreamToken: placeholderToken, secrets: [] },
  });
  checkDestination(new URL(request.url), { allowPrivate: definition.allow_private === true });
  const { body } = request;
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    body: body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : body,
  };
}

/** Says something about a tool, but nothing about its request. */
const annotations: ReadonlySet<string> = new Set([
  ...['id', 'tool_id', 'name', 'title', 'description', 'summary', 'tags', 'risk', 'risk_level', 'source', 'version'],
  ...['input_schema', 'inputSchema', 'schema', 'timeout', 'timeout_seconds', 'audience', 'required_audience', 'scopes'],
  ...['required_scopes', 'mode', 'poll', 'poll_config', 'requires_approval', 'idempotency_header', 'allow_private'],
]);
const known: ReadonlySet<string> = new Set([
  ...['method', 'url', 'url_template', 'headers', 'headers_template', 'body', 'body_template', 'body_argument'],
  ...['content_type', 'allowed_hosts', 'passthrough_headers', 'parameters'],
]);

function profileOf(definition: JsonObject): ExecutionProfile {
  const unknown = Object.keys(definition).filter((key) => !known.has(key) && !annotations.has(key));
  if (unknown.length > 0) throw invalid(`tool_def has unknown keys: ${unknown.map(shownName).join(', ')}.`);
  const either = (...keys: string[]): JsonValue | undefined => {
    const given = keys.filter((key) => Object.hasOwn(definition, key) && definition[key] !== null);
    if (given.length > 1) throw invalid(`tool_def has both ${given.join(' and ')}.`);
    return given.length === 0 ? undefined : definition[given[0]!];
  };
  const url = text(either('url', 'url_template'), 'url');
  if (url === undefined) throw invalid('tool_def has no url.');
  const headers = either('headers', 'headers_template');
  const body = bodyText(either('body', 'body_template'));
  const bodyArgument = text(either('body_argument'), 'body_argument');
  const contentType = text(either('content_type'), 'content_type');
  const allowedHosts = either('allowed_hosts');
  const parameters = either('parameters');
  return {
    mode: 'sync_http',
    method: methodOf(either('method')),
    url_template: url,
    timeout_seconds: 30,
    passthrough_headers: either('passthrough_headers') === true,
    ...(headers === undefined ? {} : { headers_template: textsByName(headers) }),
    ...(body === undefined ? {} : { body_template: body }),
    ...(bodyArgument === undefined ? {} : { body_argument: bodyArgument }),
    ...(contentType === undefined ? {} : { content_type: contentType }),
    ...(allowedHosts === undefined ? {} : { allowed_hosts: texts(allowedHosts) }),
    ...(parameters === undefined ? {} : { parameters: bindings(parameters) }),
  };
}

function methodOf(value: JsonValue | undefined): HttpMethod {
  const method = httpMethods.find((known) => known === (typeof value === 'string' ? value.toUpperCase() : 'GET'));
  if (method === undefined) throw invalid(`method must be one of ${httpMethods.join(', ')}.`);
  return method;
}

function text(value: JsonValue | undefined, name: string): string | undefined {
  if (value !== undefined && typeof value !== 'string') throw invalid(`${name} must be a text.`);
  return value;
}

/** A body that is written as an object is a template in JSON. */
function bodyText(value: JsonValue | undefined): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

function textsByName(value: JsonValue): Record<string, string> {
  if (!isMapping(value) || Object.values(value).some((part) => typeof part !== 'string'))
    throw invalid('headers must be an object of texts.');
  return value as Record<string, string>;
}

function texts(value: JsonValue): string[] {
  if (!isList(value) || value.some((part) => typeof part !== 'string'))
    throw invalid('allowed_hosts must be a list of texts.');
  return value as string[];
}

type Binding = NonNullable<ExecutionProfile['parameters']>[number];
const places = ['query', 'header', 'cookie'] as const;
const styles = ['form', 'simple', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'json'] as const;

/** As OpenAPI fills in what is not said. */
function bindings(value: JsonValue): Binding[] {
  if (!isList(value)) throw invalid('parameters must be a list.');
  return value.map((given) => {
    const part = isMapping(given) ? given : {};
    const place = places.find((known) => known === (part.in ?? 'query'));
    const fallback = place === 'header' ? 'simple' : 'form';
    const style = styles.find((known) => known === (part.style ?? fallback));
    if (typeof part.name !== 'string' || place === undefined || style === undefined)
      throw invalid('Each of parameters needs a name, and in, style and explode as OpenAPI has them.');
    const argument = typeof part.argument === 'string' ? part.argument : part.name;
    const explode = typeof part.explode === 'boolean' ? part.explode : style === 'form' || style === 'deepObject';
    return { argument, name: part.name, in: place, style, explode };
  });
}

function invalid(message: string): UpstreamFailure {
  return new UpstreamFailure('validation_error', message);
}
