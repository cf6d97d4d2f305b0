import type { HttpMethod } from '@countersign/contract';

const idempotentMethods: ReadonlySet<HttpMethod> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/** Whether asking twice is the same as asking once, by what the method means. */
export function isIdempotent(method: HttpMethod): boolean {
  return idempotentMethods.has(method);
}
