import type { GrantMatcher } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgedCall, judgedCommand, judgedScript } from '../../test/gate-samples.ts';
import { gitPart, policyOf, samplePart, sampleVerdict } from '../../test/rule-samples.ts';
import type { Part } from '../judgement/part.ts';
import type { Ruling } from '../verdict.ts';
import { type CallToCover, grantCovers, grantsCover } from './grant-covers.ts';

const lines = (...all: readonly (readonly string[])[]): GrantMatcher => ({
  kind: 'lines',
  lines: all.map((line) => [...line]),
  risk_max: 'MEDIUM',
});
const commands = (...all: readonly (readonly [string, string | null])[]): GrantMatcher => ({
  kind: 'commands',
  commands: all.map(([command, subcommand]) => ({ command, subcommand })),
  risk_max: 'MEDIUM',
});
const file = (path: string, access: 'read' | 'write' | 'delete' = 'write'): GrantMatcher => ({
  kind: 'file',
  access,
  path,
  risk_max: 'MEDIUM',
});
const folder = (name: string, access: 'read' | 'write' | 'delete' = 'write'): GrantMatcher => ({
  kind: 'folder',
  access,
  folder: name,
  risk_max: 'MEDIUM',
});
const upToHigh = (matcher: GrantMatcher): GrantMatcher => ({ ...matcher, risk_max: 'HIGH' }) as GrantMatcher;
const writing = (path: string) => judgedCall('write_file', { path, content: '' });

/** A call whose parts are these, each asked about. */
function asked(parts: readonly Part[], changes: Partial<Ruling> = {}): CallToCover {
  const rulings = parts.map((_, part) => ({ part, outcome: 'ask' as const, risk: 'MEDIUM' as const, ...changes }));
  const verdict = sampleVerdict('ask', { judgement: { parts, findings: [] }, rulings });
  return { toolName: 'bash', toolVersion: 'v1', arguments: {}, verdict };
}

describe('the very same words', () => {
  const gitDiff = lines(['git', 'diff']);

  it.each([
    ['git diff', true],
    ['git  diff', true],
    ['git diff; git diff', true],
    ['git diff | head', true],
    ['cd src && git diff', true],
    ['git diff --stat', false],
    ['git', false],
    ['git status', false],
    ['diff git', false],
    ['git diff && git status', false],
    ['git diff > a.txt', false],
    ['git diff & ls', false],
    ['X=1 git diff', false],
  ])('git diff: %s: %s [A2]', (script, expected) => {
    expect(grantCovers(gitDiff, judgedScript(script))).toBe(expected);
  });

  it('are the same in whatever tool they come from [A2]', () => {
    expect(grantCovers(gitDiff, judgedCommand('git', 'diff'))).toBe(true);
  });

  it('are compared one by one: what is joined or split differently is something else [A2]', () => {
    const commit = lines(['git', 'commit', '-m', 'a b']);
    expect(grantCovers(commit, judgedCommand('git', 'commit', '-m', 'a b'))).toBe(true);
    expect(grantCovers(commit, judgedCommand('git', 'commit', '-m', 'a', 'b'))).toBe(false);
    expect(grantCovers(commit, judgedCommand('git', 'commit', '-m a b'))).toBe(false);
    expect(grantCovers(commit, judgedCommand('git', 'commit', '-m', 'a c'))).toBe(false);
  });

  it('are none where the words are not known, or where there are none [A2]', () => {
    expect(grantCovers(lines([]), asked([samplePart({ command: null, argv: null })]))).toBe(false);
    expect(grantCovers(lines(['git', 'diff']), writing('src/a.ts'))).toBe(false);
  });

  it('stand for themselves alone, whatever they are [A2]', () => {
    const words = fc.array(fc.string(), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(words, words, (one, other) => {
        const call = asked([samplePart({ argv: other, command: other[0]! })]);
        expect(grantCovers(lines(one), call)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});

describe('a class of commands', () => {
  it.each([
    ['git diff', true],
    ['git diff --stat', true],
    ['cd src && git diff', true],
    ['(git diff)', true],
    ['git status', false],
    ['git', false],
    ['npm diff', false],
    ['git diff; git status', false],
    ['git diff > a.txt', false],
    ['git -c core.pager=x diff', false],
    ['for i in a; do git diff; done', false],
    ['/tmp/git diff', false],
    ['./git diff', false],
  ])('git diff: %s: %s [A2]', (script, expected) => {
    expect(grantCovers(commands(['git', 'diff']), judgedScript(script))).toBe(expected);
  });

  it('without a sub-command stands for all of the program, and for no other program [A2]', () => {
    const git = commands(['git', null]);
    expect(grantCovers(git, judgedScript('git diff; git status; git'))).toBe(true);
    expect(grantCovers(git, judgedScript('npm test'))).toBe(false);
    expect(grantCovers(git, writing('git'))).toBe(false);
  });

  it('of several stands for each of them [A2]', () => {
    const both = commands(['git', 'diff'], ['npm', 'test']);
    expect(grantCovers(both, judgedScript('npm test; git diff'))).toBe(true);
    expect(grantCovers(both, judgedScript('npm test; git test'))).toBe(false);
  });

  it('is not what a part says that must not be remembered [A2]', () => {
    expect(grantCovers(commands(['git', null]), asked([gitPart('diff', { isRememberable: false })]))).toBe(false);
    expect(grantCovers(commands(['git', null]), asked([gitPart('diff')]))).toBe(true);
  });
});

describe('a step into a folder', () => {
  const step = (level: 'LOW' | 'MEDIUM' | 'HIGH') => samplePart({ command: 'cd', argv: ['cd', 'src'], level });

  it.each([lines(['git', 'diff']), commands(['git', null])])(
    'goes along with commands that are remembered, up to MEDIUM [A2]: %j',
    (matcher) => {
      expect(grantCovers(matcher, asked([step('MEDIUM')]))).toBe(true);
      expect(grantCovers(matcher, asked([step('HIGH')]))).toBe(false);
      const mixed = [...step('MEDIUM').findings, ...step('HIGH').findings];
      expect(grantCovers(matcher, asked([{ ...step('MEDIUM'), findings: mixed }]))).toBe(false);
      expect(grantCovers(upToHigh(matcher), asked([step('HIGH')], { risk: 'HIGH' }))).toBe(false);
    },
  );

  it('does not go along with a file [A2]', () => {
    expect(grantCovers(folder(''), asked([step('MEDIUM')]))).toBe(false);
  });
});

describe('a file, or the files of a folder', () => {
  it.each([
    [file('src/a.ts'), 'src/a.ts', true],
    [file('src/a.ts'), './src/../src/a.ts', true],
    [file('src/a.ts'), 'src/b.ts', false],
    [file('src/a.ts'), 'src/a.ts.bak', false],
    [file('src/a.ts', 'read'), 'src/a.ts', false],
    [folder('src/'), 'src/a.ts', true],
    [folder('src/'), 'src/deep/a.ts', true],
    [folder('src/'), 'src/../lib/a.ts', false],
    [folder('src/'), 'src-other/a.ts', false],
    [folder('src/'), 'lib/src/a.ts', false],
    [folder('src/', 'delete'), 'src/a.ts', false],
    [folder('src/'), 'src/a.sh', false],
  ])('%j: writing %s: %s [A2]', (matcher, path, expected) => {
    expect(grantCovers(matcher, writing(path))).toBe(expected);
  });

  it('is never a command that uses the same file [A2]', () => {
    for (const matcher of [file('src/a.ts'), folder('src/')])
      expect(grantCovers(upToHigh(matcher), judgedScript('touch src/a.ts'))).toBe(false);
  });

  it('has to be every path that is used, each inside and each in that way [A2]', () => {
    const use = (path: string, access: 'read' | 'write' = 'write', isInside = true) => ({
      given: path,
      path,
      access,
      isInside,
    });
    const covers = (...paths: readonly ReturnType<typeof use>[]) =>
      [file('src/a'), folder('src/')].map((matcher) => grantCovers(matcher, asked([samplePart({ paths })])));
    expect(covers(use('src/a'))).toEqual([true, true]);
    expect(covers(use('src/a'), use('src/b'))).toEqual([false, true]);
    expect(covers(use('src/a'), use('lib/b'))).toEqual([false, false]);
    expect(covers(use('src/a'), use('src/a', 'read'))).toEqual([false, false]);
    expect(covers(use('src/a'), use('src/a', 'write', false))).toEqual([false, false]);
    expect(covers()).toEqual([false, false]);
  });

  it('is not what a part says that must not be remembered [A2]', () => {
    const part = samplePart({
      paths: [{ given: 'src/a', path: 'src/a', access: 'write', isInside: true }],
      isRememberable: false,
    });
    expect(grantCovers(file('src/a'), asked([part]))).toBe(false);
    expect(grantCovers(folder('src/'), asked([part]))).toBe(false);
  });
});

describe('risk', () => {
  it.each([lines(['make']), commands(['make', null])])(
    'above the one that was seen is asked about again: %j [A2]',
    (matcher) => {
      const call = judgedScript('make');
      expect(call.verdict.risk).toBe('HIGH');
      expect(grantCovers(matcher, call)).toBe(false);
      expect(grantCovers(upToHigh(matcher), call)).toBe(true);
    },
  );

  it('that a rule raises counts, though the words are the same [A2, G6]', () => {
    const policy = policyOf('{ id: r, match: { command: git }, outcome: ask, risk: HIGH }');
    expect(grantCovers(lines(['git', 'diff']), judgedCall('bash', { cmd: 'git diff' }, policy))).toBe(false);
  });

  it('of a script as a whole is remembered for commands below HIGH, and for files never [A2]', () => {
    const whole = (risk: 'MEDIUM' | 'HIGH'): CallToCover => asked([samplePart()], { part: null, risk });
    for (const matcher of [lines(['git']), commands(['git', null])]) {
      expect(grantCovers(matcher, whole('MEDIUM'))).toBe(true);
      expect(grantCovers(upToHigh(matcher), whole('HIGH'))).toBe(false);
    }
    for (const matcher of [file('src/a'), folder('src/')]) expect(grantCovers(matcher, whole('MEDIUM'))).toBe(false);
  });
});

describe('a tool, and everything', () => {
  it('stand for each call of that tool, and for each call [A2]', () => {
    const search: GrantMatcher = { kind: 'tool', tool_name: 'search_web', tool_version: 'v1', risk_max: 'HIGH' };
    expect(grantCovers(search, judgedCall('search_web', { q: 'a' }))).toBe(true);
    expect(grantCovers(search, judgedCall('search', { q: 'a' }))).toBe(false);
    expect(grantCovers({ kind: 'everything' }, judgedCall('search', { q: 'a' }))).toBe(true);
    expect(grantCovers({ kind: 'everything' }, judgedScript("sh -c 'foo' &"))).toBe(true);
  });

  it('of a tool are for the definition that was seen, and up to the risk that was seen [A2, U1]', () => {
    const call = judgedCall('search_web', { q: 'a' });
    const search = { kind: 'tool', tool_name: 'search_web', tool_version: 'v1', risk_max: 'HIGH' } as const;
    expect(grantCovers(search, { ...call, toolVersion: 'v2' })).toBe(false);
    expect(grantCovers({ ...search, risk_max: 'MEDIUM' }, call)).toBe(false);
  });

  it('of one request are for the very same arguments, in whatever order they stand [A2]', () => {
    const same = {
      kind: 'request',
      tool_name: 'search_web',
      tool_version: 'v1',
      arguments: '{"a":1,"b":2}',
      risk_max: 'HIGH',
    } as const;
    expect(grantCovers(same, judgedCall('search_web', { b: 2, a: 1 }))).toBe(true);
    expect(grantCovers(same, judgedCall('search_web', { b: 2, a: 2 }))).toBe(false);
    expect(grantCovers(same, judgedCall('search_web', { a: 1, b: 2, c: 3 }))).toBe(false);
    expect(grantCovers(same, judgedCall('search', { b: 2, a: 1 }))).toBe(false);
    expect(grantCovers(same, { ...judgedCall('search_web', { b: 2, a: 1 }), toolVersion: 'v2' })).toBe(false);
  });

  it('answer nothing where nobody is asked [A2]', () => {
    expect(grantCovers({ kind: 'everything' }, judgedScript('ls'))).toBe(false);
    expect(grantCovers({ kind: 'everything' }, judgedScript('sudo ls'))).toBe(false);
  });
});

describe('several grants', () => {
  const script = judgedScript('git diff && npm test');

  it('share the commands of a script between them [A2]', () => {
    expect(grantsCover([commands(['git', 'diff']), lines(['npm', 'test'])], script)).toBe(true);
    expect(grantsCover([commands(['git', 'diff'])], script)).toBe(false);
    expect(grantsCover([commands(['npm', null]), commands(['git', 'push'])], script)).toBe(false);
    expect(grantsCover([], script)).toBe(false);
  });

  it('cover a command only where one of them does so by itself [A2]', () => {
    const risky = upToHigh(lines(['git', 'status']));
    expect(grantsCover([risky, commands(['make', null])], judgedScript('make'))).toBe(false);
  });

  it('are never narrower than some of them [A2]', () => {
    const matchers = [commands(['git', 'diff']), commands(['npm', null]), lines(['make']), file('src/a')];
    const some = fc.subarray(matchers);
    fc.assert(
      fc.property(some, fc.subarray(['git diff', 'npm test', 'make', 'git push'], { minLength: 1 }), (few, parts) => {
        const call = judgedScript(parts.join('; '));
        if (grantsCover(few, call)) expect(grantsCover(matchers, call)).toBe(true);
      }),
    );
  });
});
