import { CountersignError } from '@countersign/contract';

export type QueryValue = string | number | boolean | undefined;

/** `/a/:b` with its values and query. Values are one segment each: what could leave it is refused, not encoded. */
export function buildPath(
  template: string,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const path = template.replace(/:([a-z_]+)/g, (_, name: string) => segment(name, params[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

function segment(name: string, value: unknown): string {
  if (typeof value === 'string' && /^[A-Za-z0-9_-]+$/.test(value)) return value;
  throw new CountersignError('invalid_request', `${name} must be an id`, { parameter: name });
}
