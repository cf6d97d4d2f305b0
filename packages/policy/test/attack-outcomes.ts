import type { AttackCase, Expected } from './attack-cases.ts';

/** What was said of a case, as the command line says it too. */
export type Said = { readonly id: string; readonly outcome: string; readonly risk: string };

const strictness: readonly Expected[] = ['low_ok', 'needs_approval', 'high', 'deny'];

function outcomeOf({ outcome, risk }: Said): Expected {
  if (outcome === 'deny') return 'deny';
  if (outcome === 'allow') return 'low_ok';
  return risk === 'HIGH' ? 'high' : 'needs_approval';
}

function rightOutcomes({ expect, also_ok = [] }: AttackCase): ReadonlySet<Expected> {
  const right = new Set([expect, ...also_ok]);
  if (right.has('needs_approval')) right.add('high');
  return right;
}

/** Runs unasked where somebody had to be asked. What becomes of a race is a matter of the execution, not of the gate. */
export function silentRuns(cases: readonly AttackCase[], said: readonly Said[]): string[] {
  return pick(cases, said, (each, got) => got === 'low_ok' && !rightOutcomes(each).has('low_ok'));
}

/** Honest work that is treated more strictly than it may be. */
export function overBlocked(cases: readonly AttackCase[], said: readonly Said[]): string[] {
  return pick(cases, said, (each, got) => {
    const laxest = Math.max(...[...rightOutcomes(each)].map((right) => strictness.indexOf(right)));
    return each.category.startsWith('benign') && strictness.indexOf(got) > laxest;
  });
}

/** Neither of the right outcomes. */
export function wrong(cases: readonly AttackCase[], said: readonly Said[]): string[] {
  return pick(cases, said, (each, got) => each.category !== 'toctou' && !rightOutcomes(each).has(got));
}

function pick(
  cases: readonly AttackCase[],
  said: readonly Said[],
  isWanted: (each: AttackCase, got: Expected) => boolean,
): string[] {
  return cases.flatMap((each, index) => {
    const got = outcomeOf(said[index]!);
    return isWanted(each, got) ? [`${each.id} ${each.tool} ${JSON.stringify(each.params)}: ${got}`] : [];
  });
}
