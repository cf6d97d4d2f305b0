import { importLimits } from '../inventory/limits.ts';
import { isRecord, type TypeName } from './plain-schema.ts';

type Source = Readonly<Record<string, unknown>>;

/** Formats that are known, and checked in time that grows with the text alone. */
const stringFormats = new Set<unknown>([
  ...['date', 'time', 'date-time', 'duration', 'uri', 'uri-reference', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
  ...['json-pointer', 'byte', 'binary', 'password'],
]);
const numberFormats = new Set<unknown>(['int32', 'int64', 'float', 'double']);

/** What a string has to be. Patterns are tried by whoever compiles them: one that cannot be used is dropped. */
export function stringKeywords(source: Source, isUsablePattern: (pattern: string) => boolean): Source {
  const { pattern } = source;
  return {
    ...counts(source, ['minLength', 'maxLength']),
    ...(typeof pattern === 'string' && isUsablePattern(pattern) ? { pattern } : {}),
    ...(stringFormats.has(source.format) ? { format: source.format } : {}),
  };
}

/** Bounds were numbers with a switch beside them before 2020: `exclusiveMinimum: true`. */
export function numberKeywords(source: Source, type: 'number' | 'integer'): Source {
  const kept: Record<string, unknown> = {};
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (isNumber(source[bound])) kept[source[exclusive] === true ? exclusive : bound] = source[bound];
    if (isNumber(source[exclusive])) kept[exclusive] = source[exclusive];
  }
  // Parts of a number such as 0.01 are not held against: 0.07 is no multiple of it in floating point.
  const { multipleOf, format } = source;
  if (isNumber(multipleOf) && Number.isInteger(multipleOf) && multipleOf > 0) kept.multipleOf = multipleOf;
  const isWhole = format === 'int32' || format === 'int64';
  if (numberFormats.has(format) && (type === 'number' || isWhole)) kept.format = format;
  return kept;
}

export function counts(source: Source, names: readonly string[]): Source {
  const kept: Record<string, unknown> = {};
  for (const name of names) {
    const value = source[name];
    if (isNumber(value) && Number.isSafeInteger(value) && value >= 0) kept[name] = value;
  }
  return kept;
}

/** The values of an enum that a type can have; null where that says nothing. */
export function valuesFor(source: Source, types: readonly TypeName[], isPlain: (text: string) => boolean) {
  const given = Object.hasOwn(source, 'const') ? [source.const] : Array.isArray(source.enum) ? source.enum : null;
  if (given === null || given.length > importLimits.enumValuesMax) return null;
  const values = new Map<string, unknown>();
  for (const each of given as unknown[]) {
    const value = asText(each, types);
    if (types.length > 0 && !types.some((type) => isOfType(value, type))) continue;
    if (typeof value === 'string' && !isPlain(value)) continue;
    // Objects and lists as values are rare, and may be anything.
    if (isRecord(value) || Array.isArray(value)) return null;
    values.set(JSON.stringify(value) ?? 'null', value);
  }
  if (values.size > 0 && types.includes('null')) values.set('null', null);
  return values.size === 0 ? null : [...values.values()];
}

/** YAML reads `1.0` or `true` as what they look like; where only texts are allowed, a text was meant. */
function asText(value: unknown, types: readonly TypeName[]): unknown {
  if (!types.includes('string') || types.some((type) => type !== 'string' && type !== 'null')) return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function isOfType(value: unknown, type: TypeName): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
