export type JsonObject = Readonly<Record<string, unknown>>;

/** A text that is one JSON object; null for anything else. */
export function jsonObjectOf(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
