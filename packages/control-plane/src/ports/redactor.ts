import type { JsonValue } from '@countersign/contract';

/** The one choke point before anything is stored, logged, streamed or given to a model (G8). */
export type Redactor = {
  text(text: string): string;
  json(value: JsonValue): JsonValue;
};
