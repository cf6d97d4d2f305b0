import { cleanText } from '../inventory/clean-text.ts';
import { importLimits } from '../inventory/limits.ts';
import type { PlainSchema } from '../schema/plain-schema.ts';
import type { FinishedSchema, SchemaParts } from '../schema/schema-library.ts';
import type { Assigned } from './assign-arguments.ts';
import type { ImportContext } from './import-context.ts';
import { textOf } from './open-api-document.ts';
import type { Body } from './read-body.ts';
import type { Parameter } from './read-parameters.ts';

/** With descriptions, else without them, else with a body that may be anything: until it fits. */
export function schemaOfArguments(
  assigned: Assigned,
  { library, warnings }: ImportContext,
  title: string,
): PlainSchema {
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
