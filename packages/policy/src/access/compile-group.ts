import type { GroupOfFile, Selector } from './access-file.ts';
import { compileMethodPattern, compilePattern, type Pattern } from './pattern.ts';

/** What a group looks at. Tools that are built in have neither path nor method. */
export type AccessTool = {
  readonly name: string;
  /** `builtin` for tools of runners and of the server. */
  readonly source: string;
  readonly path: string | null;
  readonly method: string | null;
  readonly tags: readonly string[];
};

/** Where a tool stands to a group, and what put it there. */
export type Standing =
  | { readonly kind: 'excluded' | 'included'; readonly by: string }
  | { readonly kind: 'selected'; readonly by: Selector }
  | { readonly kind: 'outside' };

export type Group = {
  standingOf(tool: AccessTool): Standing;
};

/** A group as a test: what is excluded is out whatever else says it is in. */
export function compileGroup({ select = [], include = [], exclude = [] }: GroupOfFile): Group {
  const excluded = exclude.map(compilePattern);
  const included = include.map(compilePattern);
  const selectors = select.map((selector) => ({ selector, matches: compileSelector(selector) }));
  return {
    standingOf(tool) {
      const out = excluded.find((each) => each.matches(tool.name));
      if (out) return { kind: 'excluded', by: out.text };
      const named = included.find((each) => each.matches(tool.name));
      if (named) return { kind: 'included', by: named.text };
      const found = selectors.find(({ matches }) => matches(tool));
      return found ? { kind: 'selected', by: found.selector } : { kind: 'outside' };
    },
  };
}

export function isIn({ kind }: Standing): boolean {
  return kind === 'included' || kind === 'selected';
}

/** Every key must match; of a list behind a key one item is enough. */
function compileSelector({ source, name, path, method, tags }: Selector): (tool: AccessTool) => boolean {
  const tests = [
    test(source, compilePattern, (tool) => [tool.source]),
    test(name, compilePattern, (tool) => [tool.name]),
    test(path, compilePattern, (tool) => (tool.path === null ? [] : [tool.path])),
    test(method, compileMethodPattern, (tool) => (tool.method === null ? [] : [tool.method])),
    test(tags, compilePattern, (tool) => tool.tags),
  ].filter((each) => each !== null);
  return (tool) => tests.every((each) => each(tool));
}

function test(
  given: string | readonly string[] | undefined,
  compile: (text: string) => Pattern,
  valuesOf: (tool: AccessTool) => readonly string[],
): ((tool: AccessTool) => boolean) | null {
  if (given === undefined) return null;
  const patterns = [given].flat().map(compile);
  return (tool) => valuesOf(tool).some((value) => patterns.some((pattern) => pattern.matches(value)));
}
