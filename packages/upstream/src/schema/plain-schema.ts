/**
 * JSON Schema 2020-12 in the few words that the strict compiler of arguments takes in any combination written here. What
 * is converted into it compiles, so that thousands of tools can be imported without compiling each.
 */
export type PlainSchema = Readonly<Record<string, unknown>>;

export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

const typeNames = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

export function isTypeName(value: unknown): value is TypeName {
  return typeNames.has(value);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands there itself: never what every object inherits. */
export function own(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function isAnything(schema: PlainSchema): boolean {
  return Object.keys(schema).every((key) => key === 'description');
}

/** Whether a schema about the same value may stand beside a type: the compiler refuses types that exclude each other. */
export function agreesWith(schema: PlainSchema, types: readonly unknown[]): boolean {
  const stated = schema.type === undefined ? [] : [schema.type].flat();
  if (!stated.every((each) => types.includes(each) || (each === 'integer' && types.includes('number')))) return false;
  const below = stated.length === 0 ? types : stated;
  return ['allOf', 'anyOf'].every((key) =>
    ((schema[key] ?? []) as PlainSchema[]).every((each) => agreesWith(each, below)),
  );
}
