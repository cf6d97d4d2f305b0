import type { JsonValue } from '@countersign/contract';

/**
 * Parses JSON and refuses a name that stands twice in one object: readers differ in which of the two they take, so what
 * one checks may not be what another runs.
 */
export function parseStrictJson(text: string): JsonValue {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new Error(`not JSON: ${(error as Error).message}`);
  }
  const twice = findRepeatedName(text);
  if (twice !== null) throw new Error(`the name "${twice}" stands twice in one object`);
  return value;
}

/**
 * Walks a text that is known to be JSON: strings followed by a colon are names of the innermost object. Strings are
 * skipped by searching for their end: a pattern that matches a whole one runs out of stack where it has megabytes.
 */
export function findRepeatedName(text: string): string | null {
  const mark = /["{}[\]]/g;
  const open: (Set<string> | null)[] = [];
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    const [found] = match;
    if (found === '{') open.push(new Set());
    else if (found === '[') open.push(null);
    else if (found === '}' || found === ']') open.pop();
    else {
      mark.lastIndex = endOfString(text, match.index);
      if (!isName(text, mark.lastIndex)) continue;
      const name = JSON.parse(text.slice(match.index, mark.lastIndex)) as string;
      const names = open.at(-1)!;
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  return null;
}

/** Behind the quote that ends the string: the first one with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function isName(text: string, after: number): boolean {
  let at = after;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text[at] === ':';
}
