import type { JsonObject, JsonValue } from '@countersign/contract';

/** The part of a tool's schema that a form can be made from. */
export type PropertySchema = {
  readonly type?: string;
  readonly enum?: readonly JsonValue[];
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: PropertySchema;
};

export type InputSchema = {
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
};

export type ArgumentProblem =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'type'; readonly expected: string }
  | { readonly kind: 'range'; readonly min: number | null; readonly max: number | null };

/**
 * What can be seen to be wrong while somebody types. The server checks everything: this only says the plain things
 * before it is asked.
 */
export function checkArguments(schema: InputSchema, draft: JsonObject): Readonly<Record<string, ArgumentProblem>> {
  const found: Record<string, ArgumentProblem> = {};
  const { properties = {}, required = [] } = schema;
  for (const name of required) if (draft[name] === undefined) found[name] = { kind: 'missing' };
  for (const [name, value] of Object.entries(draft)) {
    const property = properties[name];
    const problem = property
      ? checkValue(property, value as JsonValue)
      : schema.additionalProperties === false
        ? ({ kind: 'unknown' } as const)
        : null;
    if (problem) found[name] = problem;
  }
  return found;
}

function checkValue(property: PropertySchema, value: JsonValue): ArgumentProblem | null {
  if (property.enum && !property.enum.includes(value))
    return { kind: 'type', expected: property.enum.map(String).join(' | ') };
  if (property.type !== undefined && !isOfType(property.type, value)) return { kind: 'type', expected: property.type };
  const size = typeof value === 'number' ? value : typeof value === 'string' ? value.length : null;
  if (size === null) return null;
  const [min, max] =
    typeof value === 'number' ? [property.minimum, property.maximum] : [property.minLength, property.maxLength];
  if ((min !== undefined && size < min) || (max !== undefined && size > max))
    return { kind: 'range', min: min ?? null, max: max ?? null };
  return null;
}

function isOfType(type: string, value: JsonValue): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'object':
      return value !== null && typeof value === 'object' && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}
