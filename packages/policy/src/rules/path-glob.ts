import type { PathAccess } from '../judgement/part.ts';
import { compileGlob, type Glob, globMatches, globProblem, isLiteral, literalGlob } from './glob.ts';

const anyDepth = '**';

/** A path by its names, as .gitignore writes it: `**` stands for any number of folders, `*` for a part of one name. */
export type PathGlob = readonly (typeof anyDepth | Glob)[];

export function pathGlobProblem(pattern: string): string | null {
  const problem = globProblem(pattern);
  if (problem !== null) return problem;
  if (pattern.startsWith('!')) return 'a path cannot be negated: write a second rule, or \\! for the character itself';
  if (pattern.startsWith('~'))
    return 'paths begin at the root, never in the home folder: write outside for what is not in it, or ./~ for the name';
  const names = namesOf(pattern);
  if (names.includes('..'))
    return 'a path cannot go up with "..": it begins at the root; write outside for what is not in it';
  if (pattern !== '.' && (names.length === 0 || names.includes('') || names.includes('.')))
    return 'every name in a path needs at least one character: write ** for everything, . for the root itself';
  return null;
}

/** Without a slash before its end, a pattern means that name at any depth; with one, it begins at the root. */
export function compilePathGlob(pattern: string): PathGlob {
  if (pattern === '.') return [];
  const isAnchored = pattern.slice(0, -1).includes('/');
  const names = namesOf(pattern).map((name) => (name === anyDepth ? anyDepth : compileGlob(name)));
  return [
    ...(isAnchored ? [] : [anyDepth as typeof anyDepth]),
    ...names,
    ...(pattern.endsWith('/') ? [anyDepth as typeof anyDepth] : []),
  ];
}

/** The pattern that stands for this path alone. */
export function literalPath(path: string): string {
  if (splitPath(path).length === 0) return '.';
  const pattern = literalGlob(path);
  return pattern.includes('/') && !/^[!~]/.test(pattern) ? pattern : `/${pattern}`;
}

/** Exactly this path: what `allow` needs. */
export function pathMatches(glob: PathGlob, path: string): boolean {
  return namesMatch(glob, splitPath(path));
}

/**
 * This path, something in a folder that matches, or, where it would be deleted, a folder that holds what matches: what
 * is enough for `ask` and `deny`.
 */
export function pathTouches(glob: PathGlob, path: string, access: PathAccess): boolean {
  const names = splitPath(path);
  if (glob.length === 0) return names.length === 0;
  return namesMatch([...glob, anyDepth], names) || (access === 'delete' && leadsTo(glob, names));
}

/**
 * Whether a path that is known only in outline may be one that is meant. In it `*`, `?` and `[…]` stand for some
 * characters of a name; from a variable, a brace or a substitution on it may go anywhere.
 */
export function pathMayTouch(glob: PathGlob, outline: string, access: PathAccess): boolean {
  const whole: PathGlob = [...glob, anyDepth];
  let places = throughAnyDepth(whole, [0]);
  for (const name of splitPath(outline)) {
    if (/[${`]/.test(name)) return places.size > 0;
    const next = [...places].flatMap((place) => {
      const expected = whole[place];
      if (expected === anyDepth) return [place];
      return expected !== undefined && mayMeet(expected, name) ? [place + 1] : [];
    });
    places = throughAnyDepth(whole, next);
  }
  return places.has(whole.length) || (access === 'delete' && glob[0] !== anyDepth && places.size > 0);
}

/** Whether walking the folder reaches what the pattern names. What it names at any depth could be in every folder: no. */
export function pathLeadsTo(glob: PathGlob, path: string): boolean {
  return leadsTo(glob, splitPath(path));
}

/** Where matching may stand after these places: `**` may be nothing at all. */
function throughAnyDepth(glob: PathGlob, places: readonly number[]): Set<number> {
  const reached = new Set(places);
  for (const place of reached) if (glob[place] === anyDepth) reached.add(place + 1);
  return reached;
}

/** Two patterns are not compared any closer: where both have a star they may meet. */
function mayMeet(expected: Glob, outline: string): boolean {
  const pieces = outline.split(/[*?]|\[[^\]]*\]?/);
  if (isLiteral(pieces)) return globMatches(expected, outline);
  return !isLiteral(expected) || globMatches(pieces, expected[0]!);
}

function namesOf(pattern: string): string[] {
  const inner = pattern.replace(/^\.?\//, '').replace(/\/$/, '');
  return inner === '' ? [] : inner.split('/');
}

/** The root itself has no names, however it is written. */
function splitPath(path: string): readonly string[] {
  return path === '' || path === '.' ? [] : path.split('/');
}

/** Goes back to the last `**` only, so that time stays within names of the path times names of the pattern. */
function namesMatch(glob: PathGlob, names: readonly string[]): boolean {
  let at = 0;
  let index = 0;
  let resume: { at: number; index: number } | null = null;
  while (index < names.length) {
    const expected = glob[at];
    if (expected === anyDepth) {
      resume = { at: at + 1, index };
      at += 1;
    } else if (expected !== undefined && globMatches(expected, names[index]!)) {
      at += 1;
      index += 1;
    } else if (resume !== null) {
      resume = { at: resume.at, index: resume.index + 1 };
      ({ at, index } = resume);
    } else {
      return false;
    }
  }
  return glob.slice(at).every((rest) => rest === anyDepth);
}

/** Whether the path is a folder on the way to what the pattern names, as far as it names it without a star. */
function leadsTo(glob: PathGlob, names: readonly string[]): boolean {
  return (
    names.length < glob.length &&
    glob[0] !== anyDepth &&
    names.every((name, index) => {
      const expected = glob[index]!;
      return expected !== anyDepth && isLiteral(expected) && globMatches(expected, name);
    })
  );
}
