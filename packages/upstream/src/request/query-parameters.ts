import type { JsonObject, JsonValue, ParameterBinding } from '@countersign/contract';
import { isList, isMapping } from '../template/template-value.ts';
import { encodeValue } from './encode-url.ts';
import { deepPairs, exactJson, flatEntries, parameterText } from './parameter-text.ts';
import { refusedValue } from './refused-value.ts';
import type { QueryPair } from './render-url.ts';

/**
 * Arguments as OpenAPI writes them into a query. Names of an object's members become names of the query in one style:
 * they must not be names that stand for something else.
 */
export function queryPairs(
  bindings: readonly ParameterBinding[],
  args: JsonObject,
  taken: readonly string[],
): QueryPair[] {
  const own = bindings.map(({ name }) => name);
  const known = new Set([...taken, ...own].map(comparable));
  return bindings.flatMap((binding) => {
    const value = Object.hasOwn(args, binding.argument) ? args[binding.argument]! : null;
    if (value === null) return [];
    const pairs = pairsOf(binding, value);
    for (const [name] of pairs)
      if (name !== binding.name && known.has(comparable(name)))
        throw refusedValue(`The argument ${binding.argument} has a member whose name another parameter has.`);
    // What one object brought is taken for the next.
    for (const [name] of pairs) known.add(comparable(name));
    return pairs.map(([name, text]): QueryPair => [encodeValue(name), text]);
  });
}

/** Some servers do not tell small and capital letters of names apart, nor `a` and `a[]`. */
function comparable(name: string): string {
  return decodeLeniently(name).toLowerCase();
}

function decodeLeniently(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Names as they are, values encoded. */
function pairsOf({ name, style, explode, argument }: ParameterBinding, value: JsonValue): [string, string][] {
  if (style === 'json') return [[name, encodeValue(exactJson(value))]];
  if (style === 'deepObject') return deepPairs(name, value).map(([deep, text]) => [deep, encodeValue(text)]);
  if (isMapping(value)) {
    const entries = flatEntries(value, argument);
    if (explode) return entries.map(([key, text]) => [key, encodeValue(text)]);
    return entries.length === 0 ? [] : [[name, delimited(entries.flat(), style)]];
  }
  if (!isList(value)) return [[name, encodeValue(parameterText(value, argument))]];
  const texts = value.map((item) => parameterText(item, argument));
  if (explode) return texts.map((text) => [name, encodeValue(text)]);
  return texts.length === 0 ? [] : [[name, delimited(texts, style)]];
}

const delimiters = { spaceDelimited: ' ', pipeDelimited: '|' } as const;

/** What separates is written as it is read: a comma plainly, others encoded. Inside a value it would separate too. */
function delimited(texts: readonly string[], style: ParameterBinding['style']): string {
  if (style !== 'spaceDelimited' && style !== 'pipeDelimited') return texts.map(encodeValue).join(',');
  const delimiter = delimiters[style];
  if (texts.some((text) => text.includes(delimiter)))
    throw refusedValue(`A value of a list holds "${delimiter}", which separates the values of that list.`);
  return texts.map(encodeValue).join(encodeURIComponent(delimiter));
}
