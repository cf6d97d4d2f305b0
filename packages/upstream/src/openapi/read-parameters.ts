import type { ParameterBinding } from '@countersign/contract';
import { isPlainText } from '../inventory/clean-text.ts';
import { importLimits } from '../inventory/limits.ts';
import { type Located, listOf, type OpenApiDocument, recordOf, textOf } from './open-api-document.ts';

/** A parameter of an operation, as OpenAPI 3 would say it. */
export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly isRequired: boolean;
  readonly style: ParameterBinding['style'] | 'label' | 'matrix';
  readonly explode: boolean;
  /** The object that has the schema: in OpenAPI 2.0 the parameter itself. */
  readonly schema: Located;
  readonly description: unknown;
  readonly isDeprecated: boolean;
};

export type Parameters = {
  readonly ordinary: readonly Parameter[];
  /** OpenAPI 2.0: what goes into the body. */
  readonly body: Located | null;
  readonly form: readonly Located[];
  readonly dropped: readonly string[];
};

/** Parameters of the path and of the operation; the latter override those of the same name and place. */
export function readParameters(pathItem: Located, operation: Located): Parameters {
  const found = new Map<string, Located>();
  for (const { value, document } of [pathItem, operation]) {
    for (const each of listOf(recordOf(value).parameters)) {
      const parameter = document.resolve(each);
      const { in: place, name } = recordOf(parameter.value);
      found.set(JSON.stringify([place, name]), parameter);
    }
  }
  const all = [...found.values()].slice(0, importLimits.parametersMax);
  const placed = (place: string) => all.filter(({ value }) => recordOf(value).in === place);
  const usable: Parameter[] = [];
  const dropped: string[] = [];
  for (const parameter of all) {
    const read = readParameter(parameter);
    if (typeof read === 'string') dropped.push(read);
    else if (read !== null) usable.push(read);
  }
  return { ordinary: usable, body: placed('body')[0] ?? null, form: placed('formData'), dropped };
}

const places: readonly unknown[] = ['path', 'query', 'header', 'cookie'];
/** OpenAPI: these are said by the body, by what is answered, and by who calls. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

/** Null for what is no parameter by itself; a text where it cannot be used. */
function readParameter({ value, document }: Located): Parameter | string | null {
  const given = recordOf(value);
  const name = textOf(given.name);
  if (given.in === 'body' || given.in === 'formData') return null;
  if (!places.includes(given.in)) return `a parameter in "${textOf(given.in).slice(0, 50)}"`;
  if (name === '' || name.length > 200 || !isPlainText(name)) return 'a parameter without a usable name';
  const place = given.in as Parameter['in'];
  if (place === 'header' && ignoredHeaders.has(name.toLowerCase())) return null;
  return {
    name,
    in: place,
    isRequired: place === 'path' || given.required === true,
    ...styleOf(given, place),
    schema: schemaOf(given, document),
    description: given.description,
    isDeprecated: given.deprecated === true,
  };
}

function schemaOf(given: Readonly<Record<string, unknown>>, document: OpenApiDocument): Located {
  const [media] = Object.values(recordOf(given.content));
  if (media !== undefined) return { value: recordOf(media).schema, document };
  return { value: 'schema' in given ? given.schema : withoutParameterWords(given), document };
}

/** OpenAPI 2.0: type, format and the like stand beside name and place. */
function withoutParameterWords(given: Readonly<Record<string, unknown>>): unknown {
  const { name: _name, in: _in, required: _required, description: _description, ...schema } = given;
  return schema;
}

type Style = Pick<Parameter, 'style' | 'explode'>;

/** OpenAPI 2.0 says how a list is written by `collectionFormat`. */
const collections: Readonly<Record<string, Style>> = {
  multi: { style: 'form', explode: true },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
};

function styleOf(given: Readonly<Record<string, unknown>>, place: Parameter['in']): Style {
  const isQuery = place === 'query' || place === 'cookie';
  if (recordOf(given.content) === given.content && Object.keys(given.content as object).length > 0)
    return { style: 'json', explode: false };
  if (!('schema' in given) && given.type !== undefined) {
    const collection = collections[textOf(given.collectionFormat)];
    return isQuery && collection !== undefined ? collection : { style: isQuery ? 'form' : 'simple', explode: false };
  }
  const style = knownStyle(given.style, place) ?? (isQuery ? 'form' : 'simple');
  const explode = typeof given.explode === 'boolean' ? given.explode : style === 'form' || style === 'deepObject';
  // Written with one name for each value, the three look the same.
  if (explode && (style === 'spaceDelimited' || style === 'pipeDelimited')) return { style: 'form', explode };
  return { style, explode };
}

const stylesOf: Readonly<Record<Parameter['in'], readonly unknown[]>> = {
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  cookie: ['form'],
  header: ['simple'],
  path: ['simple', 'label', 'matrix'],
};

function knownStyle(style: unknown, place: Parameter['in']): Parameter['style'] | null {
  return stylesOf[place].includes(style) ? (style as Parameter['style']) : null;
}
