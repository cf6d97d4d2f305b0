import type { JsonValue } from '@countersign/contract';

/** Why a text is not JSON that every reader takes the same way. */
export class StrictJsonError extends Error {}

/**
 * Parses JSON and refuses a name that stands twice in one object: readers differ in which of the two they take, so what
 * one checks may not be what another runs.
 */
export function parseStrictJson(text: string): JsonValue {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new StrictJsonError(`not JSON: ${(error as Error).message}`);
  }
  const twice = findRepeatedName(text);
  if (twice !== null) throw new StrictJsonError(`the name "${twice}" stands twice in one object`);
  return value;
}

/** Walks a text that is known to be JSON: strings followed by a colon are names of the innermost object. */
function findRepeatedName(text: string): string | null {
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs;
  const open: (Set<string> | null)[] = [];
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    if (found === '{') open.push(new Set());
    else if (found === '[') open.push(null);
    else if (found === '}' || found === ']') open.pop();
    else if (isName(text, token.lastIndex)) {
      const name = JSON.parse(found) as string;
      const names = open.at(-1)!;
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  return null;
}

function isName(text: string, after: number): boolean {
  let at = after;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text[at] === ':';
}
