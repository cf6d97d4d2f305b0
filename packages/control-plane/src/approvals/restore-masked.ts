import { CountersignError, type JsonObject, type JsonValue } from '@countersign/contract';
import { redactionMarker } from '../ports/redactor.ts';

/**
 * Edited arguments come from a person who was shown masked ones. A text that still is as it was shown, at the same
 * place, stands for the real one, which is put back. The marker anywhere else would run as it is: that is refused.
 */
export function restoreMasked(edited: JsonObject, shown: JsonObject, real: JsonObject): JsonObject {
  return restore(edited, shown, real, '') as JsonObject;
}

function restore(
  edited: JsonValue,
  shown: JsonValue | undefined,
  real: JsonValue | undefined,
  path: string,
): JsonValue {
  if (typeof edited === 'string') {
    if (!edited.includes(redactionMarker)) return edited;
    if (edited === shown && real !== undefined) return real;
    throw misplaced(path);
  }
  if (typeof edited !== 'object' || edited === null) return edited;
  if (Array.isArray(edited)) {
    return edited.map((item: JsonValue, index) =>
      restore(item, partOf(shown, index), partOf(real, index), `${path}[${index}]`),
    );
  }
  return Object.fromEntries(
    Object.entries(edited as JsonObject).map(([name, item]) => {
      const place = path === '' ? name : `${path}.${name}`;
      if (name.includes(redactionMarker)) throw misplaced(place);
      return [name, restore(item, partOf(shown, name), partOf(real, name), place)];
    }),
  );
}

function partOf(value: JsonValue | undefined, key: string | number): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string | number, JsonValue>)[key];
}

function misplaced(path: string): CountersignError {
  const error = `${path}: contains ${redactionMarker}, which stands for a secret that is not shown`;
  return new CountersignError(
    'arguments_refused',
    `${error}. Leave such a text exactly as it was shown, and the real one is put back; or write it anew without the marker.`,
    { errors: [error] },
  );
}
