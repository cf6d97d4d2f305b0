import { compileGlob, type Glob, globMatches } from '@countersign/policy/globs';
import { ToolFailure } from '../confinement/tool-failure.ts';

/** Texts that one pattern with braces may stand for. */
const choicesMax = 100;

/** One name, by `*`, `?`, `[a-z]` and `{one,other}`; a backslash takes the meaning from the character after it. */
export type NamePattern = { readonly asksForHidden: boolean; matches(name: string): boolean };

type Token = { readonly kind: 'star' } | { readonly kind: 'one'; readonly fits: (character: string) => boolean };

/** Time grows with the name times the pattern at the most, whatever the pattern is. */
export function compileNamePattern(pattern: string): NamePattern {
  return {
    // G2: whoever wants hidden files begins the name with a dot.
    asksForHidden: pattern.startsWith('.') || pattern.startsWith('\\.'),
    matches: /[?[\]]/.test(pattern) ? tokenMatcher(tokensOf(pattern)) : starMatcher(compileGlob(pattern)),
  };
}

/** Every text that a pattern with braces stands for. */
export function expandBraces(pattern: string): string[] {
  const done: string[] = [];
  const pending = [pattern];
  while (pending.length > 0) {
    const next = pending.pop()!;
    const braces = firstBraces(next);
    if (braces === null) done.push(next);
    else
      for (const choice of braces.choices.toReversed())
        pending.push(next.slice(0, braces.start) + choice + next.slice(braces.end));
    if (done.length + pending.length > choicesMax)
      throw new ToolFailure('validation', `The braces stand for more than ${choicesMax} patterns. Use fewer.`);
  }
  return done;
}

function firstBraces(pattern: string): { start: number; end: number; choices: string[] } | null {
  const starts: { at: number; commas: number[] }[] = [];
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index]!;
    if (character === '\\') index += 1;
    else if (character === '{') starts.push({ at: index, commas: [] });
    else if (character === ',') starts.at(-1)?.commas.push(index);
    else if (character === '}' && starts.length > 0) {
      const { at, commas } = starts.pop()!;
      const cuts = [at, ...commas, index];
      return {
        start: at,
        end: index + 1,
        choices: cuts.slice(1).map((cut, nth) => pattern.slice(cuts[nth]! + 1, cut)),
      };
    }
  }
  return null;
}

function starMatcher(glob: Glob): (name: string) => boolean {
  return (name) => globMatches(glob, name);
}

function tokensOf(pattern: string): Token[] {
  const characters = [...pattern];
  const tokens: Token[] = [];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index]!;
    if (character === '*') tokens.push({ kind: 'star' });
    else if (character === '?') tokens.push({ kind: 'one', fits: () => true });
    else if (character === '[') {
      const { end, fits } = readClass(characters, index);
      tokens.push({ kind: 'one', fits });
      index = end;
    } else {
      if (character === '\\') index += 1;
      const literal = characters[index];
      tokens.push({ kind: 'one', fits: (other) => other === literal });
    }
  }
  return tokens;
}

/** `[abc]`, `[a-z]`, `[!a]` and `[^a]`; a bracket that comes first stands for itself. */
function readClass(
  characters: readonly string[],
  start: number,
): { end: number; fits: (character: string) => boolean } {
  let index = start + 1;
  const isNegated = characters[index] === '!' || characters[index] === '^';
  if (isNegated) index += 1;
  const ranges: (readonly [string, string])[] = [];
  for (let isFirst = true; index < characters.length; isFirst = false, index += 1) {
    if (characters[index] === ']' && !isFirst)
      return {
        end: index,
        fits: (character) => ranges.some(([low, high]) => low <= character && character <= high) !== isNegated,
      };
    if (characters[index] === '\\') index += 1;
    const low = characters[index] ?? '';
    const isRange = characters[index + 1] === '-' && index + 2 < characters.length && characters[index + 2] !== ']';
    ranges.push([low, isRange ? characters[index + 2]! : low]);
    if (isRange) index += 2;
  }
  throw new ToolFailure('validation', 'A "[" in the pattern is never closed. Write \\[ for the character itself.');
}

/** Goes back to the last star only. */
function tokenMatcher(tokens: readonly Token[]): (name: string) => boolean {
  return (name) => {
    const characters = [...name];
    let at = 0;
    let index = 0;
    let resume: { at: number; index: number } | null = null;
    while (index < characters.length) {
      const token = tokens[at];
      if (token?.kind === 'star') {
        at += 1;
        resume = { at, index };
      } else if (token?.fits(characters[index]!)) {
        at += 1;
        index += 1;
      } else if (resume !== null) {
        resume = { at: resume.at, index: resume.index + 1 };
        ({ at, index } = resume);
      } else {
        return false;
      }
    }
    return tokens.slice(at).every(({ kind }) => kind === 'star');
  };
}
