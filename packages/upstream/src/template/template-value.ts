import type { JsonObject, JsonValue } from '@countersign/contract';
import { UpstreamFailure } from '../upstream-failure.ts';
import type { Budget } from './budget.ts';
import { templateFailure } from './template-failure.ts';

/** Text that a filter has encoded already. Where it stands decides whether that was enough. */
export class Encoded {
  readonly how: 'json' | 'url' | 'base64';
  readonly raw: JsonValue;
  readonly text: string;

  constructor(how: Encoded['how'], raw: JsonValue, text: string) {
    this.how = how;
    this.raw = raw;
    this.text = text;
  }
}

/** A value of an expression; undefined is what nobody gave. */
export type TemplateValue = JsonValue | Encoded;

/** What a template wrote: text of its own, or a value that came from data. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly value: TemplateValue };

/** As any other value: once something is done with it, encoded text is text. */
export function plain(value: TemplateValue): JsonValue {
  return value instanceof Encoded ? value.text : value;
}

export function isMapping(value: TemplateValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Encoded);
}

export function isList(value: TemplateValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** As text: only what has one plain way to be written. */
export function textOf(value: TemplateValue): string {
  if (value instanceof Encoded) return value.text;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return String(exactNumber(value));
  if (value === null) throw templateFailure('A value is null, which cannot be written as text. Use default(…, true).');
  const what = isList(value) ? 'a list' : 'an object';
  throw templateFailure(`A value is ${what}, which cannot be written as text. Use tojson, or join for a list.`);
}

/** A number that other programs read as the same: JSON was read into doubles, and beyond 2^53 they are rounded. */
export function exactNumber(value: number): number {
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    throw new UpstreamFailure('validation_error', 'A number is beyond 2^53 and would be rounded. Give it as a string.');
  return value;
}

/** JSON text of a value, all of whose numbers are exact. */
export function jsonOf(value: JsonValue, budget: Budget, indent = 0): string {
  const text = JSON.stringify(
    value,
    (_name, part: JsonValue) => {
      budget.step();
      return typeof part === 'number' ? exactNumber(part) : part;
    },
    indent,
  );
  budget.text(text.length);
  return text;
}

/** What Python takes for true. */
export function isTruthy(value: TemplateValue): boolean {
  const given = plain(value);
  if (isList(given)) return given.length > 0;
  if (isMapping(given)) return Object.keys(given).length > 0;
  return Boolean(given);
}

export function isSame(left: JsonValue, right: JsonValue, budget: Budget): boolean {
  budget.step();
  if (typeof left === 'string') budget.text(left.length);
  if (left === right) return true;
  if (isList(left) && isList(right))
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]!, budget));
  if (!isMapping(left) || !isMapping(right)) return false;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && isSame(left[name]!, right[name]!, budget));
}
