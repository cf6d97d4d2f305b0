import type { JsonValue } from '@countersign/contract';
import { KnownValues } from './known/known-values.ts';
import { redactJson } from './redact-json.ts';
import { type RedactStream, redactStream } from './redact-stream.ts';

/** The one choke point: what it returns may be stored, logged, streamed or given to a model (G8). */
export type Redactor = {
  text(text: string): string;
  /** Values under the names of secrets are masked whole; all other texts, and names, as by `text`. */
  json<T extends JsonValue>(value: T): JsonValue;
  /** Values that are secret wherever they stand. Values that are too short are ignored: they would blank any text. */
  learn(...values: string[]): void;
  /** Redacts a text that arrives in pieces; the pieces of the output together are what `text` returns for the whole. */
  stream(): RedactStream;
};

export function createRedactor(values: readonly string[] = []): Redactor {
  const known = new KnownValues();
  const redactor: Redactor = {
    text(text) {
      const stream = redactStream(known);
      return stream.write(text) + stream.end();
    },
    json: (value) => redactJson(value, (text) => redactor.text(text)),
    learn(...more) {
      for (const value of more) known.learn(value);
    },
    stream: () => redactStream(known),
  };
  redactor.learn(...values);
  return redactor;
}

/** Knows secrets by their names and shapes only. */
export const redactor: Redactor = createRedactor();
