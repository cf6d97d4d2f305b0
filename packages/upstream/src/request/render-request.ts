import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@countersign/contract';
import type { Credentials } from '../caller.ts';
import { renderTemplate, type TemplateContext } from '../template/render-template.ts';
import { templateFailure } from '../template/template-failure.ts';
import { argumentBody } from './argument-body.ts';
import type { CompiledBody, CompiledProfile } from './compile-profile.ts';
import { encodeValue } from './encode-url.ts';
import { comparableName, isFramingHeader } from './header-names.ts';
import { headerParameters } from './header-parameters.ts';
import { checkHeaderValue, headerValue } from './header-value.ts';
import { isIdempotent } from './is-idempotent.ts';
import { requestLimits } from './limits.ts';
import { passedHeaders } from './passed-headers.ts';
import { queryPairs } from './query-parameters.ts';
import { refusedDestination, refusedValue } from './refused-value.ts';
import { type QueryPair, renderUrl } from './render-url.ts';
import type { BodyContent, Header, RenderedRequest } from './rendered-request.ts';
import { templateBody } from './template-body.ts';
import { UrlWriter } from './url-writer.ts';

/** What is known only when a call is made. */
export type RenderContext = {
  readonly credentials?: Credentials | undefined;
  /** Sent in the profile's idempotency header, where it has one. */
  readonly idempotencyKey?: string | undefined;
  readonly uuid?: (() => string) | undefined;
};

/** U4: the request of one call. A value stays where the template put it, or the request is refused. */
export function renderRequest(
  compiled: CompiledProfile,
  args: JsonObject,
  context: RenderContext = {},
): RenderedRequest {
  const { credentials } = context;
  const scope: TemplateContext = {
    args,
    upstreamToken: credentials?.upstreamToken ?? null,
    uuid: context.uuid ?? randomUUID,
  };
  const url = writeUrl(compiled, scope, credentials);
  const content = compiled.body === null ? null : writeBody(compiled.body, scope);
  const headers = writeHeaders(compiled, scope, context, content);
  const hasKey = compiled.idempotencyHeader !== null && context.idempotencyKey !== undefined;
  const isRepeatable = hasKey || isIdempotent(compiled.method);
  return { method: compiled.method, url, headers, body: content?.body ?? null, isRepeatable };
}

function writeUrl(compiled: CompiledProfile, scope: TemplateContext, credentials: Credentials | undefined): string {
  const written = UrlWriter.write(renderTemplate(compiled.url, scope));
  const token = scope.upstreamToken;
  if (written.isHostGiven && token !== null && token !== '' && written.authority.includes(token))
    throw refusedDestination('The token cannot be part of the host.');
  const secret = Object.entries(credentials?.query ?? {});
  const own = written.query.map(([name]) => name);
  const pairs = queryPairs(compiled.queryParameters, scope.args, [...own, ...secret.map(([name]) => name)]);
  const names = new Set([...own, ...pairs.map(([name]) => name)].map((name) => name.toLowerCase()));
  const added = secret.map(([name, value]): QueryPair => {
    const encoded = encodeValue(name);
    if (names.has(encoded.toLowerCase()))
      throw templateFailure(`The query has ${encoded} already, which is where the credentials of the source go.`);
    return [encoded, encodeValue(value)];
  });
  return renderUrl(written, [...pairs, ...added], compiled.hosts);
}

function writeBody({ kind, contentType, content }: CompiledBody, scope: TemplateContext): BodyContent | null {
  if ('argument' in content) {
    const value = Object.hasOwn(scope.args, content.argument) ? scope.args[content.argument] : undefined;
    return value === undefined ? null : argumentBody(value, kind, contentType, scope.uuid);
  }
  return { body: templateBody(kind, renderTemplate(content.template, scope)), contentType };
}

/** Who says it first has it: credentials, the content type, the tool, the source. Arguments replace nothing of that. */
function writeHeaders(
  compiled: CompiledProfile,
  scope: TemplateContext,
  { credentials, idempotencyKey }: RenderContext,
  content: BodyContent | null,
): Header[] {
  const headers = new HeaderList();
  for (const [name, value] of Object.entries(credentials?.headers ?? {})) headers.add([name, secretValue(name, value)]);
  if (content !== null) headers.add(['Content-Type', checkHeaderValue('Content-Type', content.contentType)]);
  if (compiled.idempotencyHeader !== null && idempotencyKey !== undefined)
    headers.add([compiled.idempotencyHeader, checkHeaderValue(compiled.idempotencyHeader, idempotencyKey)]);
  for (const { name, value } of compiled.headers)
    if (!headers.has(name)) headers.add([name, headerValue(name, renderTemplate(value, scope))]);
  for (const header of compiled.sourceHeaders) if (!headers.has(header[0])) headers.add(header);
  for (const header of headerParameters(compiled.headerParameters, scope.args)) headers.addOnce(header);
  if (compiled.passesHeaders) for (const header of passedHeaders(scope.args)) headers.addOnce(header);
  return headers.all();
}

/** A message about a secret must not hold it. */
function secretValue(name: string, value: string): string {
  if (isFramingHeader(name)) throw templateFailure(`The header ${name} is set by us and cannot hold credentials.`);
  if (/^[ -~]*$/.test(value)) return value;
  throw refusedValue(`The credentials for the header ${name} hold a character that a header cannot have.`);
}

class HeaderList {
  readonly #headers = new Map<string, Header>();

  has(name: string): boolean {
    return this.#headers.has(comparableName(name));
  }

  add(header: Header): void {
    this.#headers.set(comparableName(header[0]), header);
  }

  /** Of an argument: it may not replace what others set. */
  addOnce(header: Header): void {
    if (this.has(header[0])) throw refusedValue(`The header ${header[0]} is set already and cannot be replaced.`);
    this.add(header);
  }

  all(): Header[] {
    const headers = [...this.#headers.values()];
    if (headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > requestLimits.headersLengthMax)
      throw refusedValue(`The headers have more than ${requestLimits.headersLengthMax} characters.`);
    return headers;
  }
}
