import type { Redactor } from './ports/redactor.ts';

/** No secret is shorter, and our own ids are none. */
const plain = /^(?:.{0,3}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/s;

/**
 * Masks every text in a value whose fields are ours, so that their names say nothing about secrets (`session_id` is no
 * secret, whatever `Redactor.json` would have to think of it). What needs no masking is given back as it is.
 */
export function maskTexts<T>(redactor: Pick<Redactor, 'text'>, value: T): T {
  return mask(redactor, value) as T;
}

function mask(redactor: Pick<Redactor, 'text'>, value: unknown): unknown {
  if (typeof value === 'string') return plain.test(value) ? value : redactor.text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const masked = value.map((item) => mask(redactor, item));
    return masked.some((item, index) => item !== value[index]) ? masked : value;
  }
  let masked: Record<string, unknown> | null = null;
  for (const [name, item] of Object.entries(value)) {
    const kept = mask(redactor, item);
    if (kept !== item) masked = { ...(masked ?? value), [name]: kept };
  }
  return masked ?? value;
}
