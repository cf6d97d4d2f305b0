/** Halves of characters, which a model may say and a tool may print, have no place in the log: a hash is taken of it. */
export function wellFormed<T>(value: T): T {
  return made(value) as T;
}

function made(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(made);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([name, item]) => [name.toWellFormed(), made(item)]));
}
