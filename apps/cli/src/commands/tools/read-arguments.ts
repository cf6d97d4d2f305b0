import type { JsonObject, JsonValue } from '@countersign/contract';
import { parseJson } from '../../parse-json.ts';
import { readValue } from '../../read-given.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usage-error.ts';

/** Arguments of a call: a JSON object, and single ones over it as `name=value`, or `name:=JSON`. */
export async function readArguments(
  terminal: Terminal,
  given: string | undefined,
  pairs: readonly string[],
  schema: unknown,
): Promise<JsonObject> {
  const whole = given === undefined ? {} : parseJson('--args', await readValue(terminal, '--args', given));
  const single = pairs.map((pair): readonly [string, JsonValue] => {
    const [, name, kind, text] = /^([^=:]+)(:?=)([\s\S]*)$/.exec(pair) ?? [];
    if (name === undefined || text === undefined)
      throw new UsageError('arguments are written name=value, or name:=JSON, or all at once with --args');
    return [name, kind === ':=' ? jsonOf(name, text) : typedValue(name, text, schema)];
  });
  return { ...whole, ...Object.fromEntries(single) };
}

/** A text stays one where the tool takes texts; where it takes numbers, lists and the like it is read as JSON. */
function typedValue(name: string, text: string, schema: unknown): JsonValue {
  const types = typesOf(name, schema);
  return types.length === 0 || types.includes('string') ? text : jsonOf(name, text);
}

function typesOf(name: string, schema: unknown): readonly unknown[] {
  const { properties } = (schema ?? {}) as { properties?: Record<string, { type?: unknown } | undefined> };
  const own = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return own?.type === undefined ? [] : [own.type].flat();
}

function jsonOf(name: string, text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new UsageError(`${name} takes JSON here, such as 3, true or ["a"]`);
  }
}
