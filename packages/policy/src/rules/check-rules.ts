import { outsideWord } from './compile-match.ts';
import { globProblem } from './glob.ts';
import { pathGlobProblem } from './path-glob.ts';
import type { Match, RuleOfFile } from './policy-file.ts';
import type { Issue } from './problem.ts';

/** Ids that the built-in rules have: a record has to show who said no. */
const reservedPrefix = 'builtin.';

/** What a schema cannot say of rules: ids are unique, keys go with the outcome, globs can be read. */
export function checkRules(rules: readonly RuleOfFile[]): Issue[] {
  const firstWith = new Map<string, number>();
  return rules.flatMap((rule, index) => {
    const issues = [...checkId(rule.id, index, firstWith), ...checkKeys(rule, index), ...checkGlobs(rule.match, index)];
    if (!firstWith.has(rule.id)) firstWith.set(rule.id, index);
    return issues;
  });
}

function checkId(id: string, index: number, firstWith: ReadonlyMap<string, number>): Issue[] {
  const place = { path: ['rules', index, 'id'], at: 'value' } as const;
  if (id.startsWith(reservedPrefix))
    return [{ place, message: `ids that begin with ${reservedPrefix} belong to the built-in rules: choose another` }];
  const first = firstWith.get(id);
  if (first === undefined) return [];
  return [{ place, message: `rule ${first + 1} is called ${id} too: give each rule an id of its own` }];
}

const keysOfOutcomes = {
  up_to: { outcomes: ['allow'], instead: 'only what is allowed has a highest risk' },
  risk: {
    outcomes: ['ask'],
    instead: 'only what is asked about is shown with one; to match by risk, put it under match',
  },
  timeout_seconds: { outcomes: ['ask'], instead: 'only a question has a deadline' },
  network: { outcomes: ['allow', 'ask'], instead: 'what is denied does not run' },
} as const satisfies Record<string, { outcomes: readonly RuleOfFile['outcome'][]; instead: string }>;

function checkKeys(rule: RuleOfFile, index: number): Issue[] {
  return Object.entries(keysOfOutcomes).flatMap(([key, { outcomes, instead }]): Issue[] => {
    if (rule[key as keyof typeof keysOfOutcomes] === undefined || outcomes.some((each) => each === rule.outcome))
      return [];
    const message = `\`${key}\` goes with \`outcome: ${outcomes.join(' or ')}\`, not with ${rule.outcome}: ${instead}. Take it away, or change the outcome`;
    return [{ place: { path: ['rules', index, key], at: 'key' }, message }];
  });
}

function checkGlobs(match: Match, index: number): Issue[] {
  const issues: Issue[] = [];
  const check = (given: unknown, problemOf: (glob: string) => string | null, ...path: (string | number)[]): void => {
    for (const [position, each] of [given].flat().entries()) {
      const message = typeof each === 'string' ? problemOf(each) : null;
      if (message === null) continue;
      const inList = Array.isArray(given) ? [position] : [];
      issues.push({ place: { path: ['rules', index, 'match', ...path, ...inList], at: 'value' }, message });
    }
  };
  const { path, access: _access, risk: _risk, argument = {}, effect, ...names } = match;
  for (const [key, given] of Object.entries(names)) check(given, globProblem, key);
  if (path !== undefined) check(path, (glob) => (glob === outsideWord ? null : pathGlobProblem(glob)), 'path');
  for (const [key, given] of Object.entries(argument)) check(given, globProblem, 'argument', key);
  for (const [position, each] of effect === undefined ? [] : [effect].flat().entries()) {
    if (typeof each === 'string') continue;
    const inList = Array.isArray(effect) ? [position] : [];
    for (const [kind, targets] of Object.entries(each)) check(targets, globProblem, 'effect', ...inList, kind);
  }
  return issues;
}
