import type { JsonObject, JsonValue } from '@countersign/contract';
import type { PolicyOfAccessFile } from './access-file.ts';
import { claimAt } from './claim-at.ts';
import { compilePattern } from './pattern.ts';

/** One claim that a policy asks for, and what it finds in a token. */
export type ClaimTest = {
  readonly path: string;
  /** As the file has them. */
  readonly expected: readonly (string | number | boolean)[];
  /** The expected value that was met; null where none was. */
  readonly metBy: (claims: JsonObject) => string | number | boolean | null;
};

export type AccessPolicy = {
  readonly id: string;
  readonly groups: readonly string[];
  readonly tests: readonly ClaimTest[];
  appliesTo(claims: JsonObject): boolean;
};

/** A policy as a test: every claim that it names must match. */
export function compilePolicy({ id, match, groups }: PolicyOfAccessFile): AccessPolicy {
  const tests = Object.entries(match.claims).map(([path, given]) => compileClaim(path, [given].flat()));
  return { id, groups, tests, appliesTo: (claims) => tests.every((each) => each.metBy(claims) !== null) };
}

function compileClaim(path: string, expected: ClaimTest['expected']): ClaimTest {
  const tests = expected.map((value) => {
    if (typeof value !== 'string') return { value, matches: (found: JsonValue) => found === value };
    const pattern = compilePattern(value);
    return { value, matches: (found: JsonValue) => typeof found === 'string' && pattern.matches(found) };
  });
  return {
    path,
    expected,
    metBy(claims) {
      const found = claimAt(claims, path);
      if (found === undefined) return null;
      const values = valuesOf(path, found);
      return tests.find(({ matches }) => values.some(matches))?.value ?? null;
    },
  };
}

/** Of a list one value is enough. Scopes are a list that OAuth writes as one text. */
function valuesOf(path: string, found: JsonValue): readonly JsonValue[] {
  if (Array.isArray(found)) return found as readonly JsonValue[];
  if (path === 'scope' && typeof found === 'string') return [found, ...found.split(' ')];
  return [found];
}
