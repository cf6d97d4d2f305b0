import type { ExecutionProfile, ParameterBinding, SourceSettings } from '@countersign/contract';
import { cleanLine, cleanText } from '../inventory/clean-text.ts';
import type { ImportedTool } from '../inventory/inventory.ts';
import { importLimits } from '../inventory/limits.ts';
import { type RiskOf, riskOfMethod } from '../inventory/risk-of-tool.ts';
import type { Warnings } from '../inventory/warnings.ts';
import { isRecord, own, type PlainSchema } from '../schema/plain-schema.ts';
import type { FinishedSchema, SchemaLibrary, SchemaParts } from '../schema/schema-library.ts';
import { ArgumentNames } from './argument-names.ts';
import { type Located, listOf, type OpenApiDocument, recordOf, textOf } from './open-api-document.ts';
import { literalPath, type PathPart, pathParts, pathPlaceholder } from './path-template.ts';
import { type Body, readBody } from './read-body.ts';
import type { Operation } from './read-operations.ts';
import { type Parameter, readParameters } from './read-parameters.ts';
import { serverUrl } from './server-url.ts';

/** What operations of one document have in common. */
export type ImportContext = {
  readonly document: OpenApiDocument;
  readonly settings: SourceSettings;
  readonly library: SchemaLibrary;
  readonly warnings: Warnings;
  readonly riskOf: RiskOf;
  /** Parameters that carry a credential, as `in name`: the source's own settings fill those in. */
  readonly credentials: ReadonlySet<string>;
};

/** An operation before it has a name, or why it cannot be a tool. */
export type DraftTool = {
  readonly operation: Operation;
  readonly remoteName: string;
  readonly finish: (name: string) => ImportedTool;
};

/** An operation as a tool; a text says why it cannot be one. References that lead nowhere are thrown. */
export function toolOfOperation(operation: Operation, context: ImportContext): DraftTool | string {
  const { document, settings, warnings } = context;
  const { value } = operation.operation;
  const server = serverUrl(document, [value, operation.pathItem.value], settings.base_url);
  if (!server.ok) return server.reason;
  const parameters = readParameters(operation.pathItem, operation.operation);
  for (const each of parameters.dropped) warnings.add(`${operation.title}: ${each} is left out`);
  const body = readBody(document.root, operation.operation, parameters);
  const assigned = assign(operation, body, parameters.ordinary, context);
  if (typeof assigned === 'string') return assigned;
  const urlTemplate = `${server.prefix}${assigned.path}`;
  if (urlTemplate.length > urlLengthMax)
    return `its address has ${urlTemplate.length} characters, ${urlLengthMax} are allowed`;
  const inputSchema = schemaOf(assigned, context, operation.title);
  const timeoutSeconds = settings.timeout_seconds ?? defaultTimeoutSeconds;
  const profile: ExecutionProfile = {
    mode: 'sync_http',
    method: operation.method,
    url_template: urlTemplate,
    ...(body === null ? {} : { body_argument: assigned.bodyArgument, content_type: body.contentType }),
    ...(assigned.bindings.length === 0 ? {} : { parameters: assigned.bindings }),
    timeout_seconds: timeoutSeconds,
    ...(settings.idempotency_header === undefined ? {} : { idempotency_header: settings.idempotency_header }),
  };
  const remoteName = remoteNameOf(operation);
  return {
    operation,
    remoteName,
    finish: (name) => ({
      name,
      description: descriptionOf(operation),
      inputSchema,
      target: 'server',
      executionTimeoutMs: timeoutSeconds * 1000,
      upstream: {
        source: settings.name,
        kind: 'openapi',
        remote_name: remoteName,
        risk_level: context.riskOf(name, riskOfMethod(operation.method)),
        method: operation.method,
        path: cleanLine(operation.path, importLimits.remoteNameLengthMax),
        host: server.url.host,
        tags: tagsOf(value),
        profile,
      },
    }),
  };
}

const urlLengthMax = 4_000;
const defaultTimeoutSeconds = 30;

type Argument = { readonly name: string; readonly isRequired: boolean; readonly parameter: Parameter };
type Assigned = {
  readonly path: string;
  readonly bodyArgument: string;
  readonly body: Body | null;
  readonly arguments: readonly Argument[];
  readonly bindings: ParameterBinding[];
};

/** Gives every parameter an argument: the path's first, so that the others yield where names clash. */
function assign(
  operation: Operation,
  body: Body | null,
  ordinary: readonly Parameter[],
  { warnings, credentials }: ImportContext,
): Assigned | string {
  const names = new ArgumentNames();
  const bodyArgument = body === null ? '' : names.take('body', 'body');
  const parts = pathParts(operation.path);
  const inPath = new Map<string, Argument>();
  for (const { kind, text } of parts) {
    if (kind === 'text' || inPath.has(text)) continue;
    const declared = ordinary.find((each) => each.in === 'path' && each.name === text);
    if (declared === undefined)
      warnings.add(`${operation.title}: {${cleanLine(text, 100)}} is not described, so any text goes there`);
    inPath.set(text, {
      name: names.take(text, 'path'),
      isRequired: true,
      parameter: declared ?? undescribed(text, operation.operation.document),
    });
  }
  const path = fillPath(parts, inPath);
  if (path === null) return 'a parameter of its path is an object, which cannot be written as one segment';
  const others = ordinary
    .filter(
      (each) => each.in !== 'path' && !credentials.has(`${each.in} ${each.name.toLowerCase()}`) && !isForbidden(each),
    )
    .map((parameter) => ({
      name: names.take(parameter.name, parameter.in),
      isRequired: parameter.isRequired,
      parameter,
    }));
  return { path, bodyArgument, body, arguments: [...inPath.values(), ...others], bindings: others.map(bindingOf) };
}

/** Headers that belong to the connection or carry authority: never an argument. */
const forbiddenHeaders =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|cookie|set-cookie|forwarded|x-forwarded-.*|proxy-.*|x-http-method(-override)?|x-method-override)$/i;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

function isForbidden({ in: place, name }: Parameter): boolean {
  return (
    (place === 'header' || place === 'cookie') &&
    (!headerName.test(name) || (place === 'header' && forbiddenHeaders.test(name)))
  );
}

function undescribed(name: string, document: OpenApiDocument): Parameter {
  const schema = { value: { type: 'string' }, document };
  return {
    name,
    in: 'path',
    isRequired: true,
    style: 'simple',
    explode: false,
    schema,
    description: undefined,
    isDeprecated: false,
  };
}

function fillPath(parts: readonly PathPart[], inPath: ReadonlyMap<string, Argument>): string | null {
  let path = '';
  for (const { kind, text } of parts) {
    if (kind === 'text') {
      path += literalPath(text);
      continue;
    }
    const { name, parameter } = inPath.get(text)!;
    const shape = shapeOf(parameter.schema);
    if (shape === 'object') return null;
    path += pathPlaceholder(parameter, name, shape === 'array');
  }
  return path.startsWith('/') || path === '' ? path : `/${path}`;
}

/** Whether a value is one thing, a list or an object, as far as the schema says so at once. */
function shapeOf({ value, document }: Located): 'object' | 'array' | 'scalar' {
  const schema = typeof own(value, '$ref') === 'string' ? document.resolve(value).value : value;
  const type = own(schema, 'type');
  if (type === 'array' || (type === undefined && isRecord(own(schema, 'items')))) return 'array';
  return type === 'object' || (type === undefined && isRecord(own(schema, 'properties'))) ? 'object' : 'scalar';
}

function bindingOf({ name, parameter }: Argument): ParameterBinding {
  return {
    argument: name,
    name: parameter.name,
    in: parameter.in as ParameterBinding['in'],
    style: parameter.style as ParameterBinding['style'],
    explode: parameter.explode,
  };
}

/** With descriptions, else without them, else with a body that may be anything: until it fits. */
function schemaOf(assigned: Assigned, { library, warnings }: ImportContext, title: string): PlainSchema {
  const attempts = [
    { hasTexts: true, hasBody: true },
    { hasTexts: false, hasBody: true },
    { hasTexts: false, hasBody: false },
  ];
  let finished: FinishedSchema | null = null;
  for (const { hasTexts, hasBody } of attempts) {
    const parts = library.open({ hasTexts });
    finished = parts.finish(rootOf(assigned, parts, hasTexts, hasBody));
    if (!finished.isTooLarge) {
      if (finished.isCut || !hasBody)
        warnings.add(`${title}: its schema is very large, so deep parts of it may be anything`);
      break;
    }
  }
  return finished!.schema;
}

function rootOf(
  { arguments: given, body, bodyArgument }: Assigned,
  parts: SchemaParts,
  hasTexts: boolean,
  hasBody: boolean,
): PlainSchema {
  const properties: Record<string, PlainSchema> = {};
  for (const { name, parameter } of given) {
    const schema = parts.convert(parameter.schema.value, parameter.schema.document);
    properties[name] = described(schema, hasTexts ? parameterText(parameter) : '');
  }
  if (body !== null)
    properties[bodyArgument] = described(bodySchema(body, parts, hasBody), hasTexts ? bodyText(body) : '');
  const required = given.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  if (body?.isRequired) required.push(bodyArgument);
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function bodySchema({ kind, schema }: Body, parts: SchemaParts, isDescribed: boolean): PlainSchema {
  if (kind === 'text') return { type: 'string' };
  if (kind === 'binary') return { type: 'string', format: 'byte' };
  if (!isDescribed) return kind === 'json' ? {} : { type: 'object' };
  const converted = parts.convert(schema.value, schema.document);
  // A form is made of fields.
  const isUnclear =
    converted.type === undefined &&
    converted.$ref === undefined &&
    converted.allOf === undefined &&
    converted.anyOf === undefined;
  return kind !== 'json' && isUnclear ? { ...converted, type: 'object' } : converted;
}

function bodyText({ kind, contentType, description }: Body): string {
  const said = cleanText(textOf(description), importLimits.fieldDescriptionLengthMax);
  const shape =
    kind === 'json' ? '' : kind === 'binary' ? `Base64 of what is sent as ${contentType}.` : `Sent as ${contentType}.`;
  return [said, shape].filter((each) => each !== '').join('\n');
}

function parameterText({ description, isDeprecated }: Parameter): string {
  const said = cleanText(textOf(description), importLimits.fieldDescriptionLengthMax);
  return [said, isDeprecated ? 'Deprecated.' : ''].filter((each) => each !== '').join('\n');
}

/** The parameter's own words before those of its schema. */
function described(schema: PlainSchema, text: string): PlainSchema {
  if (text === '') return schema;
  const { description = '', ...rest } = schema;
  const both = description === '' || text.includes(String(description)) ? text : `${text}\n${String(description)}`;
  return { description: both, ...rest };
}

function descriptionOf({ operation, method, path }: Operation): string {
  const { summary, description, deprecated } = recordOf(operation.value);
  const [first, second] = [textOf(summary), textOf(description)].map((text) =>
    cleanText(text, importLimits.toolDescriptionLengthMax),
  );
  const said = [first, second === first ? '' : second].filter((text) => text !== '').join('\n\n');
  const whole = said === '' ? `${method} ${path}` : said;
  return cleanText(
    deprecated === true ? `Deprecated: the service may take it away. ${whole}` : whole,
    importLimits.toolDescriptionLengthMax,
  );
}

function remoteNameOf({ operation, method, path }: Operation): string {
  const id = cleanLine(textOf(recordOf(operation.value).operationId), importLimits.remoteNameLengthMax);
  return id === '' ? `${method.toLowerCase()} ${cleanLine(path, importLimits.remoteNameLengthMax - 10)}` : id;
}

function tagsOf(operation: unknown): string[] {
  const tags = listOf(recordOf(operation).tags).map((tag) => cleanLine(textOf(tag), importLimits.tagLengthMax));
  return [...new Set(tags)].filter((tag) => tag !== '').slice(0, importLimits.tagsMax);
}
