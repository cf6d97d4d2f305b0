import { compileArguments } from '@countersign/policy';
import { isPlainText } from '../inventory/clean-text.ts';
import { importLimits } from '../inventory/limits.ts';
import { isRecord, type PlainSchema } from '../schema/plain-schema.ts';

/** What a hand-written schema has to be: an object that refuses unknown keys, and one that compiles. */
export function schemaOfFile(given: PlainSchema | undefined, passesHeaders: boolean): PlainSchema | string {
  const schema = given ?? {};
  if (schema.type !== undefined && schema.type !== 'object') return 'arguments are an object: write `type: object`';
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false) {
    return 'arguments that are not described are refused: take `additionalProperties` away, and describe them';
  }
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const complete: PlainSchema = {
    ...schema,
    type: 'object',
    properties:
      passesHeaders && !Object.hasOwn(properties, 'headers') ? { ...properties, headers: headersSchema } : properties,
    additionalProperties: false,
  };
  const text = JSON.stringify(complete);
  if (text.length > importLimits.schemaLengthMax) {
    return `this schema has ${text.length} characters, ${importLimits.schemaLengthMax} are allowed: describe less`;
  }
  if (!everyText(complete, (each) => isPlainText(each.replaceAll('\n', '')))) {
    return 'this schema has characters that nobody would see: take them out';
  }
  try {
    compileArguments(complete);
    return complete;
  } catch (error) {
    return `this schema cannot be used: ${(error as Error).message.split('\n')[0]}`;
  }
}

const headersSchema = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Headers that are added to the request; those that carry authority are refused.',
};

function everyText(value: unknown, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, each]) => test(key) && everyText(each, test));
}
