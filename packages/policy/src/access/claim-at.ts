import type { JsonObject, JsonValue } from '@countersign/contract';

/**
 * The claim at a path such as `realm_access.roles`; undefined where there is none. Names of claims have dots of their
 * own (`https://example.org/roles`, clients in `resource_access`), so at each step the longest name that is there is
 * taken. Own properties only: a path never leads to what objects inherit.
 */
export function claimAt(claims: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue = claims;
  let rest = path;
  for (;;) {
    const name = longestName(value, rest);
    if (name === null) return undefined;
    value = (value as JsonObject)[name]!;
    if (name.length === rest.length) return value;
    rest = rest.slice(name.length + 1);
  }
}

function longestName(value: JsonValue, path: string): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const name = path.slice(0, end);
    if (Object.hasOwn(value, name)) return name;
  }
  return null;
}
