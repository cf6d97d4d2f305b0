import type { JsonValue } from '@countersign/contract';

/** The one choke point before anything is stored, logged, streamed or given to a model (G8). */
export type Redactor = {
  text(text: string): string;
  /** Also masks by name: for what others have made. */
  json(value: JsonValue): JsonValue;
  /** For a text that comes in pieces: a secret that is cut in two is found too. What may be one is held back. */
  stream(): { write(piece: string): string; end(): string };
  /** From now on these are secrets, wherever they stand. Kept in memory only. */
  learn(...values: string[]): void;
};

/** What stands where a secret was. */
export const redactionMarker = '***REDACTED***';
