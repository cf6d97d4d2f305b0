import type { ExecutionProfile, HttpMethod, ParameterBinding } from '@countersign/contract';
import { parseTemplate } from '../template/parse-template.ts';
import { shownName, templateFailure } from '../template/template-failure.ts';
import type { Statement, Template } from '../template/template-tree.ts';
import { type BodyKind, bodyKind, guessContentType } from './body-kind.ts';
import { comparableName, isCredentialHeader, isFramingHeader, isHeaderName } from './header-names.ts';
import { checkHeaderValue } from './header-value.ts';
import { type HostLists, renderUrl } from './render-url.ts';
import type { Header } from './rendered-request.ts';
import { templateBody } from './template-body.ts';
import { trialPieces } from './trial-pieces.ts';
import { UrlWriter } from './url-writer.ts';

/** What the source says about all of its requests. */
export type CompileOptions = {
  /** Hosts that values may name, as its settings have them. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Headers that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** An execution profile whose templates were parsed and found harmless. Made once, when a tool is registered. */
export type CompiledProfile = {
  readonly method: HttpMethod;
  readonly url: Template;
  readonly hosts: HostLists;
  readonly headers: readonly { readonly name: string; readonly value: Template }[];
  /** Of the source; those of the tool come before them. */
  readonly sourceHeaders: readonly Header[];
  readonly body: CompiledBody | null;
  readonly queryParameters: readonly ParameterBinding[];
  readonly headerParameters: readonly ParameterBinding[];
  readonly passesHeaders: boolean;
  readonly idempotencyHeader: string | null;
  /** Arguments that its templates and bindings read; a schema has to have them. */
  readonly argumentNames: ReadonlySet<string>;
  /** Whether a template reads all arguments at once, as `args`. */
  readonly usesAllArguments: boolean;
  readonly usesToken: boolean;
};

export type CompiledBody = {
  readonly kind: BodyKind;
  readonly contentType: string;
  /** The template, or the argument that is the body. */
  readonly content: { readonly template: Template } | { readonly argument: string };
};

/** Refuses whatever can be seen to be wrong before any value is there. */
export function compileProfile(profile: ExecutionProfile, options: CompileOptions = {}): CompiledProfile {
  const url = named('url_template', () => parseTemplate(profile.url_template.trim()));
  const hosts = [profile.allowed_hosts, options.allowedHosts].filter((list) => list !== undefined);
  named('url_template', () => checkUrl(url, hosts));
  const headers = Object.entries(profile.headers_template ?? {}).map(([name, text]) => compileHeader(name, text));
  const sourceHeaders = Object.entries(options.headers ?? {}).map(([name, value]) => literalHeader(name, value));
  refuseTwice([...headers.map(({ name }) => name)]);
  const body = compileBody(profile, headers);
  const parameters = profile.parameters ?? [];
  for (const parameter of parameters) checkParameter(parameter);
  const idempotencyHeader = profile.idempotency_header ?? null;
  if (idempotencyHeader !== null) checkHeaderName(idempotencyHeader);
  const templates = [url, ...headers.map(({ value }) => value), ...(body === null ? [] : templatesOf(body))];
  return {
    method: profile.method,
    url,
    hosts,
    headers,
    sourceHeaders,
    body,
    queryParameters: parameters.filter((parameter) => parameter.in === 'query'),
    headerParameters: parameters.filter((parameter) => parameter.in !== 'query'),
    passesHeaders: profile.passthrough_headers === true,
    idempotencyHeader,
    argumentNames: new Set([
      ...templates.flatMap((template) => [...template.argumentNames]),
      ...parameters.map(({ argument }) => argument),
      ...(profile.body_argument === undefined ? [] : [profile.body_argument]),
      ...(profile.passthrough_headers === true ? ['headers'] : []),
    ]),
    usesAllArguments: templates.some((template) => template.usesAllArguments),
    usesToken: templates.some((template) => template.usesToken),
  };
}

function named<T>(part: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw templateFailure(`${part}: ${(error as Error).message}`);
  }
}

/** A host that is not there in full before the first value needs a list of those that it may become. */
function checkUrl(template: Template, hosts: HostLists): void {
  const { statements } = template;
  const texts = textsIn(statements);
  if (texts.some((text) => text.includes('#'))) throw templateFailure('There is a "#". Leave the fragment out.');
  const [first] = statements;
  const isLiteral = statements.every(({ type }) => type === 'text');
  const begin = first?.type === 'text' ? first.text : '';
  const fixed = isLiteral ? texts.join('') : (/^https?:\/\/[^/?]*[/?]/i.exec(begin)?.[0] ?? null);
  if (fixed !== null) {
    renderUrl(UrlWriter.write([{ kind: 'text', text: fixed }]), [], []);
    const pieces = trialPieces(template, 'x');
    if (pieces !== null) UrlWriter.write(pieces);
  } else if (begin !== '' && !/^https?:\/\//i.test(begin))
    throw templateFailure('The address must begin with http:// or https://.');
  else if (hosts.length === 0)
    throw templateFailure('The host depends on arguments. Name the hosts that it may be in allowed_hosts.');
}

function textsIn(statements: readonly Statement[]): string[] {
  return statements.flatMap((statement) => {
    if (statement.type === 'text') return [statement.text];
    if (statement.type === 'if') return [...textsIn(statement.chosen), ...textsIn(statement.otherwise)];
    return statement.type === 'for' ? [...textsIn(statement.body), ...textsIn(statement.otherwise)] : [];
  });
}

function compileHeader(name: string, text: string): { readonly name: string; readonly value: Template } {
  checkHeaderName(name);
  const value = named(`The header ${name}`, () => parseTemplate(text));
  if (textsIn(value.statements).some((part) => !/^[ -~]*$/.test(part)))
    throw templateFailure(`The header ${name} holds a control or non-ASCII character.`);
  if (isCredentialHeader(name) && (value.argumentNames.size > 0 || value.usesAllArguments))
    throw templateFailure(`The header ${name} can hold upstream_token and text, but no arguments.`);
  if (comparableName(name) === 'content-type' && !value.statements.every(({ type }) => type === 'text'))
    throw templateFailure('The header Content-Type must be plain text.');
  return { name, value };
}

function literalHeader(name: string, value: string): Header {
  checkHeaderName(name);
  return [name, checkHeaderValue(name, value)];
}

function checkHeaderName(name: string): void {
  if (!isHeaderName(name)) throw templateFailure(`"${shownName(name)}" cannot be the name of a header.`);
  if (isFramingHeader(name)) throw templateFailure(`The header ${name} is set by us and cannot be in a template.`);
}

function refuseTwice(names: readonly string[]): void {
  const known = new Set<string>();
  for (const name of names.map(comparableName)) {
    if (known.has(name)) throw templateFailure(`The header ${name} is there twice.`);
    known.add(name);
  }
}

function checkParameter({ name, in: place, argument }: ParameterBinding): void {
  if (place === 'query') return;
  if (!isHeaderName(name)) throw templateFailure(`"${shownName(name)}" cannot be the name of a ${place}.`);
  if (place === 'header' && (isFramingHeader(name) || isCredentialHeader(name)))
    throw templateFailure(`The header ${name} cannot be taken from the argument ${shownName(argument)}.`);
}

function compileBody(
  profile: ExecutionProfile,
  headers: readonly { readonly name: string; readonly value: Template }[],
): CompiledBody | null {
  const { body_template: text, body_argument: argument } = profile;
  if (text !== undefined && argument !== undefined)
    throw templateFailure('Give body_template or body_argument, not both.');
  const header = headers.find(({ name }) => comparableName(name) === 'content-type')?.value.text;
  const contentType = header ?? profile.content_type;
  if (contentType !== undefined) named('The content type', () => checkHeaderValue('Content-Type', contentType));
  if (argument !== undefined) return bodyOf(contentType ?? 'application/json', { argument });
  if (text === undefined) return null;
  const template = named('body_template', () => parseTemplate(text));
  const body = bodyOf(contentType ?? guessContentType(template), { template });
  if (body.kind === 'multipart' || body.kind === 'bytes')
    throw templateFailure(`A body of ${shownName(body.contentType)} cannot be a template. Use body_argument.`);
  // Only what is encoded, or a number, can stand in a body of another type.
  const pieces = trialPieces(template, body.kind === 'other' ? 1 : 'x');
  if (pieces !== null) named('body_template', () => templateBody(body.kind, pieces));
  return body;
}

function bodyOf(contentType: string, content: CompiledBody['content']): CompiledBody {
  return { kind: bodyKind(contentType), contentType, content };
}

function templatesOf({ content }: CompiledBody): Template[] {
  return 'template' in content ? [content.template] : [];
}
