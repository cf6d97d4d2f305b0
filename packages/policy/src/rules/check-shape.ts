import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Issue } from './problem.ts';
import { suggest } from './suggest.ts';

/** What of a schema is needed to say what was expected. */
type Shape = {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
};

/** Whether the value is a file of this schema; each issue says what to write instead, once for each place. */
export function checkShape(file: TSchema, value: unknown): Issue[] {
  const issues = new Map<string, Issue>();
  for (const { keyword, instancePath, params } of Value.Errors(file, value)) {
    const path = instancePath.split('/').slice(1).map(unescapePointer);
    const found = issueOf(file as Shape, value, keyword, path, params as { requiredProperties?: string[] });
    for (const issue of found) {
      const key = JSON.stringify([issue.place.path, issue.message]);
      if (!issues.has(key)) issues.set(key, issue);
    }
  }
  return [...issues.values()];
}

function issueOf(
  file: Shape,
  value: unknown,
  keyword: string,
  path: readonly string[],
  { requiredProperties = [] }: { requiredProperties?: readonly string[] },
): Issue[] {
  const { shape, depth } = walk(file, path);
  const here = path.slice(0, depth);
  const known = Object.keys(shape.properties ?? {});
  // Each unknown key is reported by itself, and once more with all of them.
  if (keyword === 'additionalProperties' && shape.properties !== undefined) return [];
  if (keyword === 'boolean' && depth === path.length - 1 && shape.properties !== undefined) {
    const key = path[depth]!;
    const near = suggest(key, known);
    const hint = near === null ? `known are ${known.join(', ')}` : `did you mean ${near}?`;
    return [{ place: { path, at: 'key' }, message: `there is no \`${key}\` here: ${hint}` }];
  }
  if (keyword === 'required' && depth === path.length && shape.properties !== undefined) {
    return requiredProperties.map((name) => ({
      place: { path: here, at: 'value' },
      message: `\`${name}\` is missing: add it with ${shape.properties![name]!.description}`,
    }));
  }
  const name = here.findLast((step) => !/^\d+$/.test(step));
  const message = `${name === undefined ? '' : `\`${name}\`: `}expected ${shape.description}; found ${foundText(valueAt(value, here))}`;
  return [{ place: { path: here, at: 'value' }, message }];
}

/** As far along the path as the schema is one thing, not a choice of several. */
function walk(file: Shape, path: readonly string[]): { shape: Shape; depth: number } {
  let shape = file;
  for (const [depth, step] of path.entries()) {
    const next = shape.properties?.[step] ?? shape.items ?? Object.values(shape.patternProperties ?? {})[0];
    if (next?.description === undefined) return { shape, depth };
    shape = next;
  }
  return { shape, depth: path.length };
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((each, step) => (each as Record<string, unknown>)[step], value);
}

const shownLengthMax = 60;

function foundText(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object') return Object.keys(value).length === 0 ? 'an empty map' : 'a map';
  const text = JSON.stringify(value);
  return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text;
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
