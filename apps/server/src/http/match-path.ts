import { type Endpoint, endpoints } from '@countersign/contract';

const patterns = Object.values<Endpoint>(endpoints).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:[a-z_]+/g, '[^/]+')}$`),
}));

/** The methods an address is offered with, none where there is nothing. */
export function allowedMethods(url: string): string[] {
  const path = url.split('?', 1)[0]!;
  return [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
