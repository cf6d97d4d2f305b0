import { bodyKind } from '../request/body-kind.ts';
import { isRecord, own } from '../schema/plain-schema.ts';
import { type Located, listOf, recordOf, textOf } from './open-api-document.ts';
import type { Parameters } from './read-parameters.ts';

/** What an operation takes as its body, and how that is written. */
export type Body = {
  readonly contentType: string;
  readonly kind: BodyKind;
  /** Of JSON, forms and multipart; of the others the kind says it. */
  readonly schema: Located;
  readonly isRequired: boolean;
  readonly description: unknown;
};
type BodyKind = 'json' | 'form' | 'multipart' | 'text' | 'binary';

/** The body by OpenAPI 3, or by 2.0; null where there is none. Of several ways to write it the first of this list. */
export function readBody(root: unknown, operation: Located, parameters: Parameters): Body | null {
  return recordOf(root).swagger === undefined ? recentBody(operation) : oldBody(root, operation, parameters);
}

const preference: readonly BodyKind[] = ['json', 'form', 'multipart', 'text', 'binary'];

function recentBody({ value, document }: Located): Body | null {
  const given = recordOf(value).requestBody;
  if (given === undefined) return null;
  const { value: body, document: home } = document.resolve(given);
  const { content, required, description } = recordOf(body);
  const media = Object.entries(recordOf(content)).map(([range, each]) => ({
    ...typeOfRange(range),
    schema: { value: recordOf(home.resolve(each).value).schema, document: home.resolve(each).document },
  }));
  const best = preference.map((kind) => media.find((each) => each.kind === kind)).find((each) => each !== undefined);
  if (best === undefined) return null;
  const schema = best.kind === 'multipart' ? asParts(best.schema) : best.schema;
  return { ...best, schema, isRequired: required === true, description };
}

/** A range such as of all types stands for the type that most services take. */
function typeOfRange(range: string): { contentType: string; kind: BodyKind } {
  const contentType = /^[\x21-\x7e ]{1,200}$/.test(range) ? range.trim() : 'application/json';
  const plain = contentType.split(';')[0]!.trim().toLowerCase();
  if (plain.includes('*')) {
    if (plain === 'text/*') return { contentType: 'text/plain', kind: 'text' };
    if (plain === '*/*' || plain === 'application/*') return { contentType: 'application/json', kind: 'json' };
    return { contentType: 'application/octet-stream', kind: 'binary' };
  }
  return { contentType, kind: kindOf(contentType) };
}

/** As the request writes it; what it knows nothing of is sent as the text that it is. */
function kindOf(contentType: string): BodyKind {
  const kind = bodyKind(contentType);
  if (kind === 'bytes') return 'binary';
  return kind === 'json' || kind === 'form' || kind === 'multipart' ? kind : 'text';
}

function oldBody(root: unknown, operation: Located, { body, form }: Parameters): Body | null {
  const own = listOf(recordOf(operation.value).consumes);
  const consumes = (own.length > 0 ? own : listOf(recordOf(root).consumes)).map(textOf).filter((type) => type !== '');
  if (form.length > 0) return formBody(form, consumes, operation);
  if (body === null) return null;
  const { schema, required, description } = recordOf(body.value);
  const types = consumes.length === 0 ? ['application/json'] : consumes;
  const media = types.map(typeOfRange).filter(({ kind }) => kind === 'json' || kind === 'text' || kind === 'binary');
  const best = preference.map((kind) => media.find((each) => each.kind === kind)).find((each) => each !== undefined);
  const type = best ?? { contentType: 'application/json', kind: 'json' as const };
  return { ...type, schema: { value: schema, document: body.document }, isRequired: required === true, description };
}

/** Each field was a parameter of its own. */
function formBody(form: readonly Located[], consumes: readonly string[], operation: Located): Body {
  const fields = form.map(({ value }) => recordOf(value)).filter(({ name }) => textOf(name) !== '');
  const hasFile = fields.some(({ type }) => type === 'file');
  const isMultipart =
    hasFile || (consumes.includes('multipart/form-data') && !consumes.includes('application/x-www-form-urlencoded'));
  const properties = Object.fromEntries(
    fields.map(({ name, in: _in, required: _required, ...field }) => [
      textOf(name),
      field.type === 'file' ? { ...file, description: field.description } : field,
    ]),
  );
  const required = fields.filter((field) => field.required === true).map(({ name }) => textOf(name));
  return {
    contentType: isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded',
    kind: isMultipart ? 'multipart' : 'form',
    schema: {
      value: { type: 'object', properties, required, additionalProperties: false },
      document: operation.document,
    },
    isRequired: required.length > 0,
    description: undefined,
  };
}

/** In a form of parts a file is an object with its content; everywhere else it is a text. */
const file = {
  type: 'object',
  required: ['content_base64'],
  properties: {
    content_base64: { type: 'string', format: 'byte' },
    filename: { type: 'string' },
    content_type: { type: 'string' },
  },
  additionalProperties: false,
};

function asParts({ value, document }: Located): Located {
  const form = document.resolve(value);
  const { properties } = recordOf(form.value);
  if (!isRecord(properties)) return form;
  const parts = Object.entries(properties).map(([name, part]) => [
    name,
    asPart(form.document.resolve(part).value, part),
  ]);
  return { value: { ...recordOf(form.value), properties: Object.fromEntries(parts) }, document: form.document };
}

function asPart(resolved: unknown, given: unknown): unknown {
  const { type, format, items, description } = recordOf(resolved);
  if (type === 'string' && format === 'binary') return { ...file, description };
  const isList = type === 'array' && own(items, 'format') === 'binary';
  return isList ? { type: 'array', items: file, description } : given;
}
