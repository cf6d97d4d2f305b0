import type { JsonObject, JsonValue } from '@countersign/contract';

/** A value and where in the file it stands. */
export type Read = { readonly value: JsonValue; readonly where: string };

/** Reads the fields of an object, and says of each that is not as it should be where it is and what it should be. */
export function jsonFields(value: JsonValue, where: string, known: readonly string[]) {
  if (!isObject(value)) throw new Error(`${where}: must be an object`);
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new Error(`${where}: unknown key "${unknown}"; known are ${known.join(', ')}`);
  const at = (name: string): Read => ({ value: value[name]!, where: `${where}.${name}` });
  const has = (name: string): boolean => Object.hasOwn(value, name);

  return {
    has,
    at,
    text(name: string): string | null {
      if (!has(name)) return null;
      if (typeof value[name] !== 'string') throw new Error(`${where}.${name}: must be a text`);
      return value[name];
    },
    integer(name: string, minimum: number, maximum: number): number | null {
      if (!has(name)) return null;
      const given = value[name];
      if (typeof given === 'number' && Number.isInteger(given) && given >= minimum && given <= maximum) return given;
      throw new Error(`${where}.${name}: must be a whole number from ${minimum} to ${maximum}`);
    },
    oneOf<Word extends string>(name: string, words: readonly Word[]): Word | null {
      if (!has(name)) return null;
      const found = words.find((word) => word === value[name]);
      if (found === undefined) throw new Error(`${where}.${name}: must be one of ${words.join(', ')}`);
      return found;
    },
    list(name: string, lengthMax: number): Read[] {
      if (!has(name)) return [];
      const given = value[name];
      if (!Array.isArray(given)) throw new Error(`${where}.${name}: must be a list`);
      if (given.length > lengthMax) throw new Error(`${where}.${name}: has more than ${lengthMax} entries`);
      return given.map((item, index) => ({ value: item as JsonValue, where: `${where}.${name}[${index}]` }));
    },
  };
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
