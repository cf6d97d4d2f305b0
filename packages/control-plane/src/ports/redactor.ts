import type { JsonValue } from '@countersign/contract';

/** The one choke point before anything is stored, logged, streamed or given to a model (G8). */
export type Redactor = {
  text(text: string): string;
  /** Also masks by name: for what others have made. */
  json(value: JsonValue): JsonValue;
  /** From now on these are secrets, wherever they stand. Kept in memory only. */
  learn(...values: string[]): void;
};

/** What stands where a secret was. */
export const redactionMarker = '***REDACTED***';
