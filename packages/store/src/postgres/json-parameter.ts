const replacement = '\\ufffd';

/**
 * Rows as one JSON text. PostgreSQL has no text with a NUL or half a surrogate pair in it; both become the replacement
 * character, as an encoder to UTF-8 makes of the latter anyway. JSON inside a column is not touched: there they are
 * escaped twice.
 */
export function jsonParameter(rows: unknown): string {
  const text = JSON.stringify(rows);
  if (!/\\u(?:0000|d[89a-f])/.test(text)) return text;
  // Reading escapes whole, a backslash that is itself escaped is not mistaken for the start of one.
  return text.replaceAll(/\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g, (found) =>
    found.startsWith('\\u0000') || found.startsWith('\\ud') ? replacement : found,
  );
}
