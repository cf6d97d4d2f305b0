import type { Issue } from '../rules/problem.ts';
import { suggest } from '../rules/suggest.ts';
import type { AccessFile } from './access-file.ts';
import { accessLimits } from './limits.ts';
import { pathPatternProblem, patternProblem } from './pattern.ts';

type Step = string | number;

/** What a schema cannot say of an access file: ids are unique, groups are there, patterns can be read. */
export function checkAccess({ groups, policies, issuers = [] }: AccessFile): Issue[] {
  const ids = groups.map(({ id }) => id);
  return [
    ...repeated(ids, 'groups', 'group'),
    ...repeated(
      policies.map(({ id }) => id),
      'policies',
      'policy',
    ),
    ...repeatedIssuers(issuers.map(({ issuer }) => issuer)),
    ...groups.flatMap((group, index) => checkGroup(group, ['groups', index])),
    ...policies.flatMap((policy, index) => checkPolicy(policy, ['policies', index], ids)),
  ];
}

function repeated(ids: readonly string[], list: string, noun: string): Issue[] {
  return ids.flatMap((id, index): Issue[] => {
    const first = ids.indexOf(id);
    if (first === index) return [];
    const message = `${noun} ${first + 1} is called ${id} too: give each ${noun} an id of its own`;
    return [{ place: { path: [list, index, 'id'], at: 'value' }, message }];
  });
}

function repeatedIssuers(issuers: readonly string[]): Issue[] {
  return issuers.flatMap((issuer, index): Issue[] => {
    if (issuers.indexOf(issuer) === index) return [];
    const message = 'this issuer is there twice: its agents can belong to one project only, so keep one of them';
    return [{ place: { path: ['issuers', index, 'issuer'], at: 'value' }, message }];
  });
}

function checkGroup({ select, include, exclude }: AccessFile['groups'][number], path: readonly Step[]): Issue[] {
  if (select === undefined && include === undefined)
    return [
      { place: { path, at: 'value' }, message: 'this group has no tools: add `select` with selectors, or `include`' },
    ];
  return [
    ...(select ?? []).flatMap((selector, index) =>
      Object.entries(selector).flatMap(([key, given]) =>
        checkPatterns(given, [...path, 'select', index, key], key === 'path' ? pathPatternProblem : patternProblem),
      ),
    ),
    ...checkPatterns(include ?? [], [...path, 'include'], patternProblem),
    ...checkPatterns(exclude ?? [], [...path, 'exclude'], patternProblem),
  ];
}

function checkPolicy(
  { match, groups }: AccessFile['policies'][number],
  path: readonly Step[],
  known: readonly string[],
): Issue[] {
  const claims = Object.entries(match.claims).flatMap(([claim, given]): Issue[] => {
    const at = [...path, 'match', 'claims', claim];
    if (claim.length > accessLimits.claimPathLengthMax || claim.split('.').includes(''))
      return [
        {
          place: { path: at, at: 'key' },
          message: 'this is no path of a claim: write names with one "." between them',
        },
      ];
    return checkPatterns(given, at, patternProblem);
  });
  const unknown = groups.flatMap((id, index): Issue[] => {
    if (known.includes(id)) return [];
    const near = suggest(id, known);
    const hint =
      near !== null
        ? `did you mean ${near}?`
        : known.length === 0
          ? 'add it under `groups`'
          : `known are ${known.slice(0, 10).join(', ')}`;
    return [{ place: { path: [...path, 'groups', index], at: 'value' }, message: `there is no group ${id}: ${hint}` }];
  });
  return [...claims, ...unknown];
}

function checkPatterns(given: unknown, path: readonly Step[], problemOf: (text: string) => string | null): Issue[] {
  return [given].flat().flatMap((each, index): Issue[] => {
    const message = typeof each === 'string' ? problemOf(each) : null;
    if (message === null) return [];
    return [{ place: { path: Array.isArray(given) ? [...path, index] : [...path], at: 'value' }, message }];
  });
}
