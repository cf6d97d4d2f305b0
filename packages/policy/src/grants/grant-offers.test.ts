import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgedCall, judgedCommand, judgedScript } from '../../test/gate-samples.ts';
import { workspaceOf } from '../../test/places.ts';
import { policyOf, sampleCall } from '../../test/rule-samples.ts';
import { decide } from '../decide.ts';
import { emptyPolicy } from '../rules/policy.ts';
import { type CallToCover, grantCovers } from './grant-covers.ts';
import { grantOffers } from './grant-offers.ts';
import { grantText } from './grant-text.ts';

const texts = (call: CallToCover): string[] => grantOffers(call).map(({ matcher }) => grantText(matcher));
const scopes = (call: CallToCover): string[] => grantOffers(call).map(({ scope }) => scope);

describe('what can be remembered of a decision', () => {
  it('goes from narrow to wide: the words, the sub-command, the program, everything [A2]', () => {
    expect(grantOffers(judgedCommand('git', 'commit', '-m', 'two words'))).toEqual([
      { scope: 'exact', matcher: { kind: 'lines', lines: [['git', 'commit', '-m', 'two words']], risk_max: 'MEDIUM' } },
      {
        scope: 'class',
        matcher: { kind: 'commands', commands: [{ command: 'git', subcommand: 'commit' }], risk_max: 'MEDIUM' },
      },
      {
        scope: 'family',
        matcher: { kind: 'commands', commands: [{ command: 'git', subcommand: null }], risk_max: 'MEDIUM' },
      },
      { scope: 'session', matcher: { kind: 'everything' } },
    ]);
  });

  it('goes from narrow to wide for a file: the file, its folder, the folder at the top, everything [A2]', () => {
    expect(grantOffers(judgedCall('write_file', { path: 'src/a/b.ts', content: '' }))).toEqual([
      { scope: 'exact', matcher: { kind: 'file', access: 'write', path: 'src/a/b.ts', risk_max: 'MEDIUM' } },
      { scope: 'class', matcher: { kind: 'folder', access: 'write', folder: 'src/a/', risk_max: 'MEDIUM' } },
      { scope: 'family', matcher: { kind: 'folder', access: 'write', folder: 'src/', risk_max: 'MEDIUM' } },
      { scope: 'session', matcher: { kind: 'everything' } },
    ]);
    expect(texts(judgedCall('read_file', { path: 'a/.env' }))).toEqual([
      'Reading a/.env in this session',
      'Reading files under a/ in this session, but nothing of HIGH risk',
      'Everything in this session',
    ]);
  });

  it('is bound to its root: a folder of the same name in another is another folder [A2, G1]', () => {
    const roots = ['/workspace', '/other'];
    const here = judgedCall('write_file', { path: 'src/a/b.ts', content: '' }, emptyPolicy, roots);
    const there = judgedCall('write_file', { path: '/other/src/a/b.ts', content: '' }, emptyPolicy, roots);
    expect(texts(there).slice(0, 3)).toEqual([
      'Writing /other/src/a/b.ts in this session',
      'Writing files under /other/src/a/ in this session, but nothing of HIGH risk',
      'Writing files under /other/src/ in this session, but nothing of HIGH risk',
    ]);
    expect(scopes(judgedCall('write_file', { path: '/other/b.ts', content: '' }, emptyPolicy, roots))).toEqual([
      'exact',
      'session',
    ]);
    for (const { matcher, scope } of grantOffers(there)) expect(grantCovers(matcher, here)).toBe(scope === 'session');
    for (const { matcher, scope } of grantOffers(here)) expect(grantCovers(matcher, there)).toBe(scope === 'session');
  });

  it.each(['git apply <<E\nx\nE', 'git apply <<< x', 'git apply < a.patch', 'git diff > a.patch'])(
    'is nothing of a command that is given something to read, or writes elsewhere: %s [A2]',
    (script) => {
      expect(scopes(judgedScript(script))).toEqual(['session']);
    },
  );

  it.each([
    ['a program without sub-commands has no class but itself', judgedCommand('mkdir', 'a'), ['exact', 'class']],
    ['a file beside no folder has no folder', judgedCall('write_file', { path: 'b.ts', content: '' }), ['exact']],
    [
      'one folder deep there is one folder',
      judgedCall('write_file', { path: 'a/b.ts', content: '' }),
      ['exact', 'class'],
    ],
  ])('says nothing twice: %s [A2]', (_, call, narrower) => {
    expect(scopes(call)).toEqual([...narrower, 'session']);
  });

  it('is one class for all commands of a script, each named once, without what is allowed anyway [A2]', () => {
    expect(texts(judgedScript('git diff && git diff --stat && npm run build | head'))).toEqual([
      'Exactly git diff, git diff --stat and npm run build in this session',
      'git diff and npm run build in this session, but nothing of HIGH risk',
      'git commands and npm commands in this session, but nothing of HIGH risk',
      'Everything in this session',
    ]);
  });

  it('says nothing of a step into a folder, and nothing at all where there is no other command [A2]', () => {
    expect(texts(judgedScript('cd src && git diff'))[0]).toBe('Exactly git diff in this session');
    expect(scopes(judgedScript('cd src'))).toEqual(['session']);
  });

  it('is, of a tool that nobody described, the very same call alone: it is HIGH [A2]', () => {
    const tool = { tool_name: 'search_web', tool_version: 'v1', risk_max: 'HIGH' };
    expect(grantOffers(judgedCall('search_web', { query: 'x' }))).toEqual([
      { scope: 'exact', matcher: { kind: 'request', arguments: '{"query":"x"}', ...tool } },
      { scope: 'session', matcher: { kind: 'everything' } },
    ]);
  });

  it('is, of a service, the same call or every call of that tool as it is defined now [A2, U1]', () => {
    const tool = {
      name: 'pizzeria__order',
      source: 'pizzeria',
      service: { riskLevel: 'MEDIUM', method: 'POST', host: 'pizza.example' },
    } as const;
    const verdict = decide(emptyPolicy, { ...sampleCall('x', {}), tool, arguments: { size: 'L' } }, workspaceOf());
    const call = { toolName: tool.name, toolVersion: 'v1', arguments: { size: 'L' }, verdict };
    expect(texts(call)).toEqual([
      'pizzeria__order with exactly {"size":"L"} in this session',
      'Every call of pizzeria__order in this session, but nothing of HIGH risk',
      'Everything in this session',
    ]);
  });

  it.each([
    ['a program', judgedCommand('make', 'test'), 'Exactly make test in this session'],
    ['a file', judgedCall('write_file', { path: 'src/b.sh', content: '' }), 'Writing src/b.sh in this session'],
    ['one of several commands', judgedScript('git diff; make'), 'Exactly git diff and make in this session'],
  ])('is only the very same where the risk is HIGH: %s [A2]', (_, call, exact) => {
    expect(call.verdict).toMatchObject({ outcome: 'ask', risk: 'HIGH' });
    expect(texts(call)).toEqual([exact, 'Everything in this session']);
    expect(grantOffers(call)[0]!.matcher).toMatchObject({ risk_max: 'HIGH' });
  });

  it.each([
    ['an interpreter', "python3 -c 'print(1)'"],
    ['an interpreter with a file', 'node build.js'],
    ['a shell', "sh -c 'git diff'"],
    ['a wrapper', 'env git diff'],
    ['code that is evaluated', 'eval git diff'],
    ['a command that find runs', 'find . -exec cat {} +'],
    ['a redirection', 'git diff > out.txt'],
    ['a variable that is set', 'A=1 git diff'],
    ['a word that is not known before it runs', 'git diff $X'],
    ['a word that stands for several', 'git diff *.ts'],
    ['a program that is not known', 'foo x'],
    ['a program of the workspace', './run.sh'],
    ['a sub-command that is not known', 'git frobnicate'],
    ['a folder that is not known', 'cd - && git diff'],
    ['a loop', 'for i in a; do git diff; done'],
    ['a command in the background', 'git diff & git status'],
    ['nothing to do', ''],
    ['one of these beside others', 'git diff; foo x'],
  ])('has nothing between this call and everything with %s [A2]', (_, script) => {
    const call = judgedScript(script);
    expect(call.verdict.outcome).toBe('ask');
    expect(scopes(call)).toEqual(['session']);
  });

  it('may leave out what is said of a script as a whole, below HIGH [A2]', () => {
    expect(scopes(judgedScript('(git diff)'))).toEqual(['exact', 'class', 'family', 'session']);
    expect(scopes(judgedScript('if true; then git diff; fi'))).toEqual(['exact', 'class', 'family', 'session']);
  });

  it('goes up to the risk that a rule of the policy gives, not the one that code would [A2, G6]', () => {
    const policy = policyOf('{ id: r, match: { command: git }, outcome: ask, risk: HIGH }');
    expect(scopes(judgedCall('bash', { cmd: 'git diff' }, policy))).toEqual(['exact', 'session']);
  });

  it('is nothing where nobody is asked [A2]', () => {
    expect(grantOffers(judgedScript('ls'))).toEqual([]);
    expect(grantOffers(judgedScript('sudo ls'))).toEqual([]);
  });
});

const asking = [
  'git diff',
  'git status',
  'git log -5',
  'npm test',
  'npm run build',
  'mkdir a',
  'touch b',
  'make',
  'cp a b',
];
const command = fc.constantFrom(
  ...asking,
  'ls',
  'cat a',
  'cd src',
  'git diff > a',
  'git diff $X',
  'env ls',
  'foo',
  '(ls)',
);
const script = fc
  .array(command, { minLength: 1, maxLength: 4 })
  .chain((commands) =>
    fc
      .array(fc.constantFrom(' && ', '; ', ' | ', '\n', ' || '), { minLength: 4, maxLength: 4 })
      .map((between) => commands.map((each, index) => (index === 0 ? each : between[index]! + each)).join('')),
  );

describe('every offer', () => {
  it('lets the very call through that it was made from [A2]', () => {
    fc.assert(
      fc.property(script, (text) => {
        const call = judgedScript(text);
        for (const { matcher } of grantOffers(call)) expect(grantCovers(matcher, call)).toBe(true);
      }),
    );
  });

  it('but everything stops at a command beside, unless it names that as well [A2]', () => {
    fc.assert(
      fc.property(script, fc.constantFrom('git push', 'npm install x', 'rmdir a', 'ln -s a b'), (text, added) => {
        const call = judgedScript(`${text}\n${added}`);
        for (const { matcher } of grantOffers(judgedScript(text))) {
          const names = matcher.kind === 'commands' ? matcher.commands : [];
          const isNamed = names.some((each) => each.subcommand === null && added.startsWith(`${each.command} `));
          expect(grantCovers(matcher, call)).toBe(
            call.verdict.outcome === 'ask' &&
              (matcher.kind === 'everything' || (isNamed && call.verdict.risk !== 'HIGH')),
          );
        }
      }),
    );
  });

  it('is wider than the one before it: what a narrow one covers, the next covers too, up to its risk [A2]', () => {
    fc.assert(
      fc.property(script, script, (text, later) => {
        const call = judgedScript(later);
        const covered = grantOffers(judgedScript(text)).map(({ matcher }) => grantCovers(matcher, call));
        expect(covered).toEqual(covered.toSorted((one, other) => Number(one) - Number(other)));
      }),
    );
  });
});
