import type { JsonObject, JsonValue, ParameterBinding } from '@countersign/contract';
import { isList, isMapping } from '../template/template-value.ts';
import { encodeValue } from './encode-url.ts';
import { asciiJson, checkHeaderValue } from './header-value.ts';
import { exactJson, flatEntries, parameterText } from './parameter-text.ts';
import { refusedValue } from './refused-value.ts';
import type { Header } from './rendered-request.ts';

/** Arguments as OpenAPI writes them into headers, and all cookies as one header. */
export function headerParameters(bindings: readonly ParameterBinding[], args: JsonObject): Header[] {
  const given = bindings.flatMap((binding) => {
    const value = Object.hasOwn(args, binding.argument) ? args[binding.argument]! : null;
    return value === null ? [] : [{ binding, value }];
  });
  const headers = given
    .filter(({ binding }) => binding.in === 'header')
    .map(({ binding, value }): Header => [binding.name, checkHeaderValue(binding.name, headerText(binding, value))]);
  const cookies = given
    .filter(({ binding }) => binding.in === 'cookie')
    .map(({ binding, value }) => `${binding.name}=${cookieText(binding, value)}`);
  return cookies.length === 0 ? headers : [...headers, ['Cookie', checkHeaderValue('Cookie', cookies.join('; '))]];
}

function headerText({ style, explode, argument }: ParameterBinding, value: JsonValue): string {
  if (style === 'json') return asciiJson(exactJson(value));
  if (isList(value)) return separated(value.map((item) => parameterText(item, argument)));
  if (!isMapping(value)) return parameterText(value, argument);
  const entries = flatEntries(value, argument);
  return separated(explode ? entries.map((entry) => entry.join('=')) : entries.flat());
}

/** A comma inside a value would make two of it. */
function separated(texts: readonly string[]): string {
  if (texts.some((text) => text.includes(','))) throw refusedValue('A value of a list in a header holds a comma.');
  return texts.join(',');
}

function cookieText({ style, argument }: ParameterBinding, value: JsonValue): string {
  if (style === 'json') return encodeValue(exactJson(value));
  if (isList(value)) return value.map((item) => encodeValue(parameterText(item, argument))).join(',');
  if (isMapping(value)) return flatEntries(value, argument).flat().map(encodeValue).join(',');
  return encodeValue(parameterText(value, argument));
}
