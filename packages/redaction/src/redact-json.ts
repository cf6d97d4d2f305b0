import type { JsonObject, JsonValue } from '@countersign/contract';
import { marker } from './marker.ts';
import { isSecretName } from './values/is-secret-name.ts';

type RedactText = (text: string) => string;

/** Masks values under the names of secrets whole; every other text, and every name, as a text. */
export function redactJson(value: JsonValue, text: RedactText): JsonValue {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return maskNumber(value, text);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return redactList(value, text);
  const object = value as JsonObject;
  const isNamed = isNamedPair(object);
  return Object.fromEntries(
    Object.entries(object).map(([name, item]) => {
      const isSecret = (isNamed && name.toLowerCase() === 'value') || isSecretValue(name, item);
      return [text(name), isSecret ? maskAll(item) : redactJson(item, text)];
    }),
  );
}

/** ["--password", "…"] and ["Authorization", "…"]: the name stands before its value. */
function redactList(list: readonly JsonValue[], text: RedactText): JsonValue[] {
  const isPair = list.length === 2;
  return list.map((item, index) => {
    const before = index > 0 ? list[index - 1] : undefined;
    const isNamed =
      typeof before === 'string' && (isPair || before.startsWith('-')) && isSecretName(before.replace(/^-+/, ''));
    const isValue = typeof item === 'string' && !item.startsWith('-') && !isSecretName(item);
    return isNamed && isValue ? marker : redactJson(item, text);
  });
}

/** {"name": "Authorization", "value": "…"} */
function isNamedPair(object: JsonObject): boolean {
  const name = object.name ?? object.Name ?? object.key ?? object.Key;
  return typeof name === 'string' && isSecretName(name);
}

/** How many tokens something may cost is a number that nobody has to hide. */
function isSecretValue(name: string, value: JsonValue): boolean {
  return isSecretName(name) && !(typeof value === 'number' && /tokens$/i.test(name));
}

function maskNumber(value: number, text: RedactText): JsonValue {
  const written = String(value);
  return text(written) === written ? value : marker;
}

function maskAll(value: JsonValue): JsonValue {
  if (typeof value === 'string' || typeof value === 'number') return marker;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(maskAll);
  return Object.fromEntries(Object.entries(value as JsonObject).map(([name, item]) => [name, maskAll(item)]));
}
