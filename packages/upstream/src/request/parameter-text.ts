import type { JsonObject, JsonValue } from '@countersign/contract';
import { exactNumber, isList, isMapping } from '../template/template-value.ts';
import { requestLimits } from './limits.ts';
import { refusedValue } from './refused-value.ts';

/** A single value as text; what is made of several has a style of its own. */
export function parameterText(value: JsonValue, name: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(exactNumber(value));
  if (typeof value === 'boolean') return String(value);
  if (value === null) return '';
  throw refusedValue(`The argument ${name} has a list or an object where only a single value can stand.`);
}

/** JSON text whose numbers are exact. */
export function exactJson(value: JsonValue): string {
  return JSON.stringify(value, (_name, part: JsonValue) => (typeof part === 'number' ? exactNumber(part) : part));
}

/** Names and single values of an object of any depth: `a[b]` for what is inside, as most services read it. */
export function deepPairs(prefix: string, value: JsonValue, depth = 0): [name: string, value: string][] {
  if (depth > requestLimits.nestingMax)
    throw refusedValue(`The argument ${prefix.split('[')[0]} is nested more than ${requestLimits.nestingMax} deep.`);
  if (isList(value))
    return value.flatMap((item, index) =>
      isList(item) || isMapping(item)
        ? deepPairs(`${prefix}[${index}]`, item, depth + 1)
        : deepPairs(prefix, item, depth + 1),
    );
  if (!isMapping(value)) return value === null ? [] : [[prefix, parameterText(value, prefix)]];
  return Object.entries(value).flatMap(([key, part]) => deepPairs(`${prefix}[${bracketName(key)}]`, part, depth + 1));
}

/** A bracket in a name would make another level of it. */
function bracketName(key: string): string {
  if (/[[\]]/.test(key))
    throw refusedValue('The name of a member has a bracket, which would be read as another level.');
  return key;
}

export function flatEntries(value: JsonObject, name: string): [string, string][] {
  return Object.entries(value)
    .filter(([, part]) => part !== null)
    .map(([key, part]) => [key, parameterText(part, name)]);
}
