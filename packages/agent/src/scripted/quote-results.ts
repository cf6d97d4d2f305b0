import type { JsonValue } from '@countersign/contract';
import { resultsInText } from '../json-protocol.ts';
import type { ModelMessage } from '../ports.ts';

const quote = /\{\{\s*(?:last_result|result\.(\d+))\s*\}\}/g;

/** Puts what the model was told of calls in the place of `{{last_result}}` and `{{result.N}}`, anywhere in a value. */
export function quoteResults<Value extends JsonValue>(value: Value, messages: readonly ModelMessage[]): Value {
  let results: string[] | null = null;
  const told = (): string[] => {
    results ??= messages.flatMap(resultsOf);
    return results;
  };
  return fill(value, (text) =>
    text.replace(quote, (_whole, number?: string) =>
      number === undefined ? (told().at(-1) ?? '') : (told()[Number(number) - 1] ?? ''),
    ),
  ) as Value;
}

function fill(value: JsonValue, quoted: (text: string) => string): JsonValue {
  if (typeof value === 'string') return value.includes('{{') ? quoted(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => fill(item, quoted));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, quoted)]));
}

function resultsOf(message: ModelMessage): readonly string[] {
  if (message.role === 'tool') return message.results.map(({ text }) => text);
  return message.role === 'user' ? resultsInText(message.text) : [];
}
