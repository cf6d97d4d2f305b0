import type { JsonObject, JsonValue } from '@countersign/contract';
import type { Budget } from './budget.ts';
import { compareValues } from './operators.ts';
import { templateFailure } from './template-failure.ts';
import {
  Encoded,
  exactNumber,
  isList,
  isMapping,
  isSame,
  isTruthy,
  jsonOf,
  plain,
  type TemplateValue,
  textOf,
} from './template-value.ts';

/** What stands behind `|`. Only `takesUndefined` ones are given what nobody gave. */
export type Filter = {
  /** Names of its parameters, for those that are given by name. */
  readonly parameters: readonly string[];
  readonly required: number;
  readonly takesUndefined?: true;
  readonly apply: (
    value: TemplateValue | undefined,
    parameters: readonly (TemplateValue | undefined)[],
    budget: Budget,
  ) => TemplateValue | undefined;
};

type Given = (value: JsonValue, parameters: readonly (JsonValue | undefined)[], budget: Budget) => TemplateValue;

/** Most filters see plain values, never undefined ones. */
function filter(parameters: readonly string[], required: number, apply: Given): Filter {
  return {
    parameters,
    required,
    apply: (value, given, budget) =>
      apply(
        plain(value!),
        given.map((parameter) => (parameter === undefined ? undefined : plain(parameter))),
        budget,
      ),
  };
}

const fallback: Filter = {
  parameters: ['default_value', 'boolean'],
  required: 1,
  takesUndefined: true,
  apply(value, [instead, alsoIfFalse]) {
    if (value === undefined) return instead;
    return alsoIfFalse !== undefined && isTruthy(alsoIfFalse) && !isTruthy(value) ? instead : value;
  },
};

const length = filter([], 0, (value) => {
  if (typeof value === 'string') return [...value].length;
  if (isList(value)) return value.length;
  if (isMapping(value)) return Object.keys(value).length;
  throw templateFailure('length is of a text, a list or an object.');
});

/** What people use in requests, and nothing that reaches beyond the value. */
export const filters: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ['default', fallback],
  ['d', fallback],
  [
    'tojson',
    filter(['indent'], 0, (value, [indent], budget) => {
      const spaces = indent === undefined || indent === null ? 0 : wholeNumber(indent, 'indent', 8);
      return new Encoded('json', value, jsonOf(value, budget, spaces));
    }),
  ],
  [
    'urlencode',
    filter([], 0, (value, _none, budget) => {
      const text = charged(textOf(value), budget);
      if (!text.isWellFormed()) throw templateFailure('urlencode was given half of a character.');
      return new Encoded('url', text, encodeURIComponent(text));
    }),
  ],
  [
    'b64encode',
    filter([], 0, (value, _none, budget) => {
      const text = charged(textOf(value), budget);
      return new Encoded('base64', text, Buffer.from(text, 'utf8').toString('base64'));
    }),
  ],
  ['upper', filter([], 0, (value, _none, budget) => charged(textOf(value), budget).toUpperCase())],
  ['lower', filter([], 0, (value, _none, budget) => charged(textOf(value), budget).toLowerCase())],
  ['trim', filter([], 0, (value, _none, budget) => charged(textOf(value), budget).trim())],
  [
    'capitalize',
    filter([], 0, (value, _none, budget) => {
      const text = charged(textOf(value), budget);
      return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
    }),
  ],
  ['string', filter([], 0, (value) => textOf(value))],
  ['length', length],
  ['count', length],
  [
    'join',
    filter(['d', 'attribute'], 0, (value, [separator, attribute], budget) => {
      const between = separator === undefined ? '' : textOf(separator);
      const items = listOf(value, 'join', budget);
      const texts = (attribute === undefined ? items : items.map((item) => attributeOf(item, attribute))).map(textOf);
      budget.text(texts.reduce((sum, text) => sum + text.length + between.length, 0));
      return texts.join(between);
    }),
  ],
  [
    'replace',
    filter(['old', 'new', 'count'], 2, (value, [old, by, count], budget) => {
      const most = count === undefined ? Number.MAX_SAFE_INTEGER : wholeNumber(count, 'count', Number.MAX_SAFE_INTEGER);
      return replaceText(textOf(value), textOf(old!), textOf(by!), most, budget);
    }),
  ],
  ['first', filter([], 0, (value, _none, budget) => ofEnd(listOf(value, 'first', budget).at(0), 'first'))],
  ['last', filter([], 0, (value, _none, budget) => ofEnd(listOf(value, 'last', budget).at(-1), 'last'))],
  ['list', filter([], 0, (value, _none, budget) => [...listOf(value, 'list', budget)])],
  ['reverse', filter([], 0, (value, _none, budget) => [...listOf(value, 'reverse', budget)].reverse())],
  [
    'sort',
    filter(['reverse'], 0, (value, [reverse], budget) => {
      const sorted = [...listOf(value, 'sort', budget)].sort((left, right) => {
        budget.step();
        return compareValues(left, right, budget);
      });
      return reverse !== undefined && isTruthy(reverse) ? sorted.reverse() : sorted;
    }),
  ],
  [
    'unique',
    filter([], 0, (value, _none, budget) => {
      const found: JsonValue[] = [];
      for (const item of listOf(value, 'unique', budget))
        if (!found.some((other) => isSame(item, other, budget))) found.push(item);
      return found;
    }),
  ],
  [
    'map',
    filter(['attribute'], 1, (value, [attribute], budget) =>
      listOf(value, 'map', budget).map((item) => attributeOf(item, attribute!)),
    ),
  ],
  ['items', filter([], 0, (value) => Object.entries(mappingOf(value, 'items')))],
  ['keys', filter([], 0, (value) => Object.keys(mappingOf(value, 'keys')))],
  ['values', filter([], 0, (value) => Object.values(mappingOf(value, 'values')))],
  ['int', filter(['default'], 0, (value, [instead = 0]) => numberOr(value, instead, Math.trunc))],
  ['float', filter(['default'], 0, (value, [instead = 0]) => numberOr(value, instead, (number) => number))],
  ['abs', filter([], 0, (value) => Math.abs(numberOf(value, 'abs')))],
  [
    'round',
    filter(['precision', 'method'], 0, (value, [precision = 0, method = 'common']) => {
      const factor = 10 ** wholeNumber(precision, 'precision', 15);
      const scaled = numberOf(value, 'round') * factor;
      if (method === 'ceil') return exactNumber(Math.ceil(scaled) / factor);
      if (method === 'floor') return exactNumber(Math.floor(scaled) / factor);
      return exactNumber((Math.sign(scaled) * Math.round(Math.abs(scaled))) / factor);
    }),
  ],
]);

function charged(text: string, budget: Budget): string {
  budget.text(text.length);
  return text;
}

function listOf(value: JsonValue, name: string, budget: Budget): readonly JsonValue[] {
  const items = typeof value === 'string' ? [...value] : isMapping(value) ? Object.keys(value) : value;
  if (!isList(items)) throw templateFailure(`${name} needs a list.`);
  budget.step(items.length);
  return items;
}

function mappingOf(value: JsonValue, name: string): JsonObject {
  if (!isMapping(value)) throw templateFailure(`${name} needs an object.`);
  return value;
}

/** Own properties only, as everywhere. */
function attributeOf(item: JsonValue, attribute: JsonValue): JsonValue {
  const name = textOf(attribute);
  if (isMapping(item) && Object.hasOwn(item, name)) return item[name]!;
  throw templateFailure('A member of the list does not have that attribute.');
}

function ofEnd(item: JsonValue | undefined, name: string): JsonValue {
  if (item === undefined) throw templateFailure(`${name} was given nothing to take from.`);
  return item;
}

/** How long it becomes is known before it is made: what is put in may be long, and stand often. */
function replaceText(text: string, old: string, by: string, most: number, budget: Budget): string {
  if (old === '') throw templateFailure('replace cannot look for an empty text.');
  budget.step(Math.ceil(text.length / 64) * (1 + Math.ceil(old.length / 64)));
  const parts: string[] = [];
  let start = 0;
  for (let at = text.indexOf(old); at >= 0 && parts.length < most; at = text.indexOf(old, start)) {
    parts.push(text.slice(start, at));
    start = at + old.length;
  }
  budget.text(text.length + parts.length * by.length);
  return [...parts, text.slice(start)].join(by);
}

function numberOf(value: JsonValue, name: string): number {
  if (typeof value !== 'number') throw templateFailure(`${name} needs a number.`);
  return value;
}

const numberTextLengthMax = 40;

function numberOr(value: JsonValue, instead: JsonValue, made: (number: number) => number): JsonValue {
  if (typeof value === 'number') return exactNumber(made(value));
  if (typeof value === 'boolean') return value ? 1 : 0;
  const text = typeof value === 'string' && value.length <= numberTextLengthMax ? value.trim() : '';
  return /^[+-]?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/.test(text) ? exactNumber(made(Number(text))) : instead;
}

function wholeNumber(value: JsonValue, name: string, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw templateFailure(`${name} must be a whole number from 0 to ${most}.`);
}
