import type { JsonValue } from '@countersign/contract';
import type { Effect, Part, PathUse } from '../judgement/part.ts';
import type { Outcome } from '../verdict.ts';
import { compileGlob, globMatches } from './glob.ts';
import { areWordsKnown, walksFolders } from './part-reach.ts';
import { compilePathGlob, pathLeadsTo, pathMatches, pathMayTouch, pathTouches } from './path-glob.ts';
import type { Match } from './policy-file.ts';
import type { RuleSubject } from './rule-subject.ts';

type Test<T> = (value: T) => boolean;

/** What is not inside any root. */
export const outsideWord = 'outside';

export type CompiledMatch = {
  readonly covers: Test<RuleSubject>;
  /** Of an `ask` or `deny` about paths: whether the part may use such a path, though none is named. */
  readonly mayCover: Test<RuleSubject>;
};

/**
 * A matcher as tests. `allow` is read narrowly: whatever a part touches must be covered. `ask` and `deny` are read
 * widely: touching one thing is enough.
 */
export function compileMatch(match: Match, outcome: Outcome): CompiledMatch {
  const isAllow = outcome === 'allow';
  const tests: Test<RuleSubject>[] = [];
  const name = (given: string | readonly string[] | undefined, of: (subject: RuleSubject) => string): void => {
    if (given === undefined) return;
    const test = anyGlob(given);
    tests.push((subject) => test(of(subject)));
  };
  name(match.tool, ({ call }) => call.tool.name);
  name(match.source, ({ call }) => call.tool.source);
  name(match.method, ({ call }) => call.tool.service?.method ?? '');
  name(match.agent, ({ call }) => call.agentId);
  name(match.session, ({ call }) => call.sessionId);
  name(match.project, ({ call }) => call.projectId);
  name(match.risk, ({ risk }) => risk);

  if (match.command !== undefined) {
    const test = anyGlob(match.command);
    tests.push(({ part }) => typeof part?.command === 'string' && test(part.command));
  }
  if (match.subcommand !== undefined) {
    const test = subcommandTest(match.subcommand, isAllow);
    tests.push(({ part }) => typeof part?.subcommand === 'string' && test(part.subcommand));
  }
  if (match.effect !== undefined) {
    const test = effectTest(match.effect);
    tests.push(({ part }) => covers(part?.effects ?? [], test, isAllow));
  }
  for (const [argument, expected] of Object.entries(match.argument ?? {})) {
    const test = valueTest(expected);
    tests.push(({ call }) => {
      if (!Object.hasOwn(call.arguments, argument)) return false;
      const value = call.arguments[argument]!;
      return Array.isArray(value) ? covers(value as readonly JsonValue[], test, isAllow) : test(value);
    });
  }
  const others: Test<RuleSubject> = (subject) => tests.every((test) => test(subject));
  if (match.path === undefined && match.access === undefined) return { covers: others, mayCover: () => false };
  const test = pathTest(match, isAllow);
  const mayTest = mayPathTest(match);
  return {
    covers: (subject) => {
      const { part } = subject;
      // A path that is not known before it runs cannot be inside of anything.
      if (part === null || (isAllow && !areWordsKnown(part))) return false;
      return covers(part.paths, test, isAllow) && others(subject);
    },
    mayCover: (subject) => {
      const { call, part } = subject;
      return !isAllow && part !== null && part.paths.some((use) => mayTest(use, part, call)) && others(subject);
    },
  };
}

/** An empty list is never covered: a rule about paths has nothing to say of a part without any. */
function covers<T>(values: readonly T[], test: Test<T>, isAllow: boolean): boolean {
  return isAllow ? values.length > 0 && values.every(test) : values.some(test);
}

function anyGlob(given: string | readonly string[]): Test<string> {
  const globs = [given].flat().map(compileGlob);
  return (text) => globs.some((glob) => globMatches(glob, text));
}

/** To ask or deny, its first words are enough: `run` is about `run build` too. */
function subcommandTest(given: string | readonly string[], isAllow: boolean): Test<string> {
  const test = anyGlob(given);
  if (isAllow) return test;
  return (subcommand) => {
    const words = subcommand.split(' ');
    return words.some((_, index) => test(words.slice(0, index + 1).join(' ')));
  };
}

/** Path and access are about the same path: reading one and writing another is not writing the first. */
function pathTest({ path, access }: Match, isAllow: boolean): Test<PathUse> {
  const given = path === undefined ? [] : [path].flat();
  const globs = given.filter((each) => each !== outsideWord).map(compilePathGlob);
  const isOutsideMeant = given.includes(outsideWord);
  const accesses = access === undefined ? null : [access].flat();
  return (use) => {
    if (accesses !== null && !accesses.includes(use.access)) return false;
    if (path === undefined) return true;
    if (!use.isInside) return isOutsideMeant;
    return globs.some((glob) => (isAllow ? pathMatches(glob, use.path) : pathTouches(glob, use.path, use.access)));
  };
}

function mayPathTest({ path = [], access }: Match) {
  const globs = [path].flat().flatMap((each) => (each === outsideWord ? [] : [compilePathGlob(each)]));
  const accesses = access === undefined ? null : [access].flat();
  return (use: PathUse, part: Part, call: RuleSubject['call']): boolean => {
    if (!use.isInside || (accesses !== null && !accesses.includes(use.access))) return false;
    return globs.some(
      (glob) =>
        (!areWordsKnown(part) && pathMayTouch(glob, use.path, use.access)) ||
        (use.access === 'read' && walksFolders(part, call) && pathLeadsTo(glob, use.path)),
    );
  };
}

function effectTest(given: NonNullable<Match['effect']>): Test<Effect> {
  const tests = [given].flat().flatMap((each): Test<Effect>[] => {
    if (typeof each === 'string') return [({ kind }) => kind === each];
    return Object.entries(each).map(([expected, targets]) => {
      const test = anyGlob(targets);
      return ({ kind, target }) => kind === expected && test(target);
    });
  });
  return (effect) => tests.some((test) => test(effect));
}

type Expected = NonNullable<Match['argument']>[string];

function valueTest(expected: Expected): Test<JsonValue> {
  const tests = [expected].flat().map((each): Test<JsonValue> => {
    if (typeof each !== 'string') return (value) => value === each;
    const glob = compileGlob(each);
    return (value) => typeof value === 'string' && globMatches(glob, value);
  });
  return (value) => tests.some((test) => test(value));
}
