import { ToolFailure } from '../confinement/tool-failure.ts';
import { compileNamePattern, expandBraces, type NamePattern } from './name-pattern.ts';

const anyDepth = '**';

/** Which entries below a folder are meant, and which folders have to be gone into for them. */
export type PathPattern = {
  /** The folders from where it begins down to the entry, and the entry's own name. */
  readonly matches: (parents: readonly string[], name: string) => boolean;
  /** G2: a hidden folder is gone into only where the pattern names it. */
  readonly entersHidden: (name: string) => boolean;
};

type Step = typeof anyDepth | NamePattern;

/** Without a slash a pattern means that name at any depth; with one it begins at the folder, and `**` is any number of folders. */
export function compilePathPattern(pattern: string): PathPattern {
  const choices = expandBraces(pattern).map(stepsOf);
  return {
    matches: (parents, name) =>
      choices.some((steps) =>
        isNameAlone(steps)
          ? stepMatches(steps[1], name) && !parents.some(isHidden)
          : namesMatch(steps, [...parents, name]),
      ),
    entersHidden: (name) =>
      choices.some((steps) => steps.slice(0, -1).some((step) => step !== anyDepth && stepMatches(step, name))),
  };
}

function stepsOf(pattern: string): Step[] {
  const inner = pattern.replace(/^(?:\.?\/)+/, '');
  const names = inner.split('/');
  if (inner === '' || names.includes('..') || pattern.startsWith('/'))
    throw new ToolFailure(
      'validation',
      'A pattern begins in its folder and stays below it. Write *.ts or src/**/*.ts.',
    );
  const isFolder = names.at(-1) === '';
  const steps = (isFolder ? [...names.slice(0, -1), anyDepth] : names)
    .filter((name) => name !== '' && name !== '.')
    .map((name) => (name === anyDepth ? anyDepth : compileNamePattern(name)));
  return inner.slice(0, -1).includes('/') ? steps : [anyDepth, ...steps];
}

/** A name at any depth, which is what most patterns mean. */
function isNameAlone(steps: readonly Step[]): steps is readonly [typeof anyDepth, NamePattern] {
  return steps.length === 2 && steps[0] === anyDepth && steps[1] !== anyDepth;
}

function stepMatches(step: NamePattern, name: string): boolean {
  return (step.asksForHidden || !isHidden(name)) && step.matches(name);
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Goes back to the last `**` only; `**` stands for no hidden folder. */
function namesMatch(steps: readonly Step[], names: readonly string[]): boolean {
  let at = 0;
  let index = 0;
  let resume: { at: number; index: number } | null = null;
  while (index < names.length) {
    const step = steps[at];
    if (step === anyDepth) {
      at += 1;
      resume = { at, index };
    } else if (step !== undefined && stepMatches(step, names[index]!)) {
      at += 1;
      index += 1;
    } else if (resume !== null && !isHidden(names[resume.index]!)) {
      resume = { at: resume.at, index: resume.index + 1 };
      ({ at, index } = resume);
    } else {
      return false;
    }
  }
  return steps.slice(at).every((step) => step === anyDepth);
}
