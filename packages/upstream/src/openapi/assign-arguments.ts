import type { ParameterBinding } from '@countersign/contract';
import { cleanLine } from '../inventory/clean-text.ts';
import { isCredentialHeader, isFramingHeader, isHeaderName } from '../request/header-names.ts';
import { isRecord, own } from '../schema/plain-schema.ts';
import { ArgumentNames } from './argument-names.ts';
import type { ImportContext } from './import-context.ts';
import type { Located, OpenApiDocument } from './open-api-document.ts';
import { literalPath, type PathPart, pathParts, pathPlaceholder } from './path-template.ts';
import type { Body } from './read-body.ts';
import type { Operation } from './read-operations.ts';
import type { Parameter } from './read-parameters.ts';

/** An argument of a tool, and the parameter that it fills. */
type Argument = { readonly name: string; readonly isRequired: boolean; readonly parameter: Parameter };
export type Assigned = {
  readonly path: string;
  readonly bodyArgument: string;
  readonly body: Body | null;
  readonly arguments: readonly Argument[];
  readonly bindings: ParameterBinding[];
};

/** Gives every parameter an argument: the path's first, so that the others yield where names clash. */
export function assignArguments(
  operation: Operation,
  body: Body | null,
  ordinary: readonly Parameter[],
  { warnings, credentials }: Pick<ImportContext, 'warnings' | 'credentials'>,
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

/** Besides those that belong to the connection: names that make a service see another request. */
const misleadingHeaders = /^(set-cookie|forwarded|x-forwarded-.*|x-http-method(-override)?|x-method-override)$/i;

function isForbidden({ in: place, name }: Parameter): boolean {
  if (place !== 'header' && place !== 'cookie') return false;
  if (!isHeaderName(name)) return true;
  return place === 'header' && (isFramingHeader(name) || isCredentialHeader(name) || misleadingHeaders.test(name));
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
