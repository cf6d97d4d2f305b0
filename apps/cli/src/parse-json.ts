import type { JsonObject } from '@countersign/contract';
import { UsageError } from './usage-error.ts';

/** A JSON object that somebody typed. The message of what is wrong does not repeat it: it may hold anything. */
export function parseJson(what: string, text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${what} is not valid JSON: write an object such as {"name":"value"}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${what} must be a JSON object such as {"name":"value"}`);
  return value as JsonObject;
}
