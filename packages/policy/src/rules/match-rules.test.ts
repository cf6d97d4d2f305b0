import { describe, expect, it } from 'vitest';
import { gitPart, policyOf, sampleCall, samplePart } from '../../test/rule-samples.ts';
import type { Part, PathAccess } from '../judgement/part.ts';
import { heldBackRules, matchRules } from './match-rules.ts';

function says(match: string, outcome: 'allow' | 'ask' | 'deny', part: Part | null, call = sampleCall('bash')): boolean {
  const policy = policyOf(
    `{ id: r, match: ${match}, outcome: ${outcome}${outcome === 'allow' ? ', up_to: HIGH' : ''} }`,
  );
  return matchRules(policy, call, part).length === 1;
}

const use = (path: string, access: PathAccess = 'read', isInside = true) => ({ given: path, path, access, isInside });

describe('a rule without matchers of parts', () => {
  it.each([
    ['{ tool: bash }', true],
    ['{ tool: [read, "ba*"] }', true],
    ['{ tool: read }', false],
    ['{ source: builtin }', true],
    ['{ source: "github*" }', false],
    ['{ agent: agent-1, session: session-1, project: project-1 }', true],
    ['{ agent: agent-2, project: project-1 }', false],
    ['{ session: session-2 }', false],
    ['{ project: [a, b] }', false],
  ])('%s has its say on every part: %s [G6]', (match, expected) => {
    expect(says(match, 'ask', samplePart())).toBe(expected);
    expect(says(match, 'allow', null)).toBe(expected);
  });
});

describe('commands', () => {
  it.each([
    ['{ command: git, subcommand: [status, log] }', 'allow', gitPart('status'), true],
    ['{ command: git, subcommand: [status, log] }', 'allow', gitPart('push'), false],
    ['{ command: "g*" }', 'allow', gitPart('push'), true],
    ['{ command: git }', 'deny', samplePart(), false],
    ['{ command: git }', 'deny', null, false],
    ['{ subcommand: status }', 'deny', samplePart(), false],
    ['{ subcommand: run }', 'allow', samplePart({ command: 'npm', subcommand: 'run build' }), false],
    ['{ subcommand: "run *" }', 'allow', samplePart({ command: 'npm', subcommand: 'run build' }), true],
    ['{ subcommand: run }', 'deny', samplePart({ command: 'npm', subcommand: 'run build' }), true],
    ['{ subcommand: build }', 'deny', samplePart({ command: 'npm', subcommand: 'run build' }), false],
  ] as const)('%s, %s: %j: %s [G6]', (match, outcome, part, expected) => {
    expect(says(match, outcome, part)).toBe(expected);
  });
});

describe('paths', () => {
  it.each([
    ['{ path: src/** }', 'allow', [use('src/a')], true],
    ['{ path: src/** }', 'allow', [use('src/a'), use('lib/b')], false],
    ['{ path: [src/**, lib/**] }', 'allow', [use('src/a'), use('lib/b')], true],
    ['{ path: src/** }', 'allow', [], false],
    ['{ path: lib/** }', 'deny', [use('src/a'), use('lib/b')], true],
    ['{ path: lib/** }', 'deny', [use('src/a')], false],
    ['{ path: lib/** }', 'deny', [], false],
    ['{ path: outside }', 'deny', [use('src/a'), use('/etc/passwd', 'read', false)], true],
    ['{ path: outside }', 'deny', [use('outside')], false],
    ['{ path: ./outside }', 'deny', [use('outside')], true],
    ['{ path: "**" }', 'deny', [use('/etc/passwd', 'read', false)], false],
    ['{ access: read }', 'allow', [use('a'), use('b')], true],
    ['{ access: read }', 'allow', [use('a'), use('b', 'write')], false],
    ['{ access: [write, delete] }', 'ask', [use('a'), use('b', 'write')], true],
    ['{ path: a, access: write }', 'deny', [use('a'), use('b', 'write')], false],
    ['{ path: b, access: write }', 'deny', [use('a'), use('b', 'write')], true],
  ] as const)('%s, %s: %j: %s [G6]', (match, outcome, paths, expected) => {
    expect(says(match, outcome, samplePart({ paths }))).toBe(expected);
    expect(says(match, outcome, null)).toBe(false);
  });
});

describe('paths that a part may use without naming them', () => {
  const policy = policyOf(
    '{ id: no, match: { path: data/customers/ }, outcome: deny, description: Never. }',
    '{ id: no-writes, match: { path: [outside, logs/], access: write }, outcome: deny }',
    '{ id: tasks, match: { access: read }, outcome: ask }',
    '{ id: cat, match: { command: "*", path: data/** }, outcome: allow, up_to: HIGH }',
  );
  const said = (part: Part, call = sampleCall('bash')) =>
    matchRules(policy, call, part)
      .filter(({ ruleId }) => ruleId !== 'tasks')
      .map(({ ruleId, outcome }) => `${ruleId} ${outcome}`);
  const shell = (command: string, argv: string[] | null, paths: Part['paths']) => samplePart({ command, argv, paths });

  it('are asked about, also where they would be denied, and never allowed [G6]', () => {
    expect(said(shell('cat', null, [use('data/cust*/a')]))).toEqual(['no ask']);
    expect(said(shell('cat', null, [use('data/customers/*')]))).toEqual(['no deny']);
    expect(said(shell('cat', null, [use('data/prices*')]))).toEqual([]);
    expect(said(shell('cp', null, [use('x'), use('l*/a', 'write')]))).toEqual(['no-writes ask']);
    expect(said(shell('cp', null, [use('l*/a')]))).toEqual([]);
    expect(said(shell('cat', null, [use('/$X', 'write', false)]))).toEqual(['no-writes deny']);
    expect(said(shell('cat', ['cat', 'data/a'], [use('data/a')]))).toEqual(['cat allow']);
    expect(matchRules(policy, sampleCall('bash'), shell('cat', null, [use('data/cust*/a')]))[0]!.reason).toBe(
      'Never. This may reach what the rule no is about.',
    );
  });

  it('are what lies in a folder that is walked through, not one that is looked at [G6]', () => {
    expect(said(shell('grep', ['grep', '-r', 'x', '.'], [use('.')]))).toEqual(['no ask']);
    expect(said(shell('grep', ['grep', '-r', 'x', 'src'], [use('src')]))).toEqual([]);
    expect(said(shell('ls', ['ls', '.'], [use('.')]))).toEqual([]);
    expect(said(shell('ls', ['ls', '-lR', '.'], [use('.')]))).toEqual(['no ask']);
    expect(said(shell('ls', null, [use('.')]))).toEqual(['no ask']);
    const whole = samplePart({ paths: [use('.')] });
    expect(said(whole, sampleCall('grep'))).toEqual(['no ask']);
    expect(said(whole, sampleCall('list_directory', { recursive: false }))).toEqual([]);
    expect(said(whole, sampleCall('list_directory', { recursive: true }))).toEqual(['no ask']);
  });
});

describe('effects', () => {
  const effects = [
    { kind: 'executes', target: 'npm' },
    { kind: 'network', target: 'registry.npmjs.org' },
  ] as const;

  it.each([
    ['network', 'ask', true],
    ['reads', 'ask', false],
    ['network', 'allow', false],
    ['[executes, network]', 'allow', true],
    ['{ network: "*.npmjs.org" }', 'ask', true],
    ['{ network: evil.example }', 'ask', false],
    ['[executes, { network: ["*.example", "*.npmjs.org"] }]', 'allow', true],
    ['{ executes: npm, network: "*.npmjs.org" }', 'allow', true],
    ['{ executes: npm, network: evil.example }', 'allow', false],
  ] as const)('%s, %s: %s [G6]', (effect, outcome, expected) => {
    expect(says(`{ effect: ${effect} }`, outcome, samplePart({ effects }))).toBe(expected);
    expect(says(`{ effect: ${effect} }`, outcome, null)).toBe(false);
  });
});

describe('arguments', () => {
  const call = sampleCall('execute_command', {
    command: 'npm',
    args: ['install', '--force'],
    none: [],
    timeout: 30,
    isQuiet: true,
    note: null,
    deep: { a: 1 },
  });

  it.each([
    ['{ command: npm }', 'allow', true],
    ['{ command: "n*" }', 'allow', true],
    ['{ command: [yarn, npm] }', 'allow', true],
    ['{ command: yarn }', 'allow', false],
    ['{ args: "--force" }', 'deny', true],
    ['{ args: "--force" }', 'allow', false],
    ['{ args: [install, "--*"] }', 'allow', true],
    ['{ none: "*" }', 'allow', false],
    ['{ timeout: 30 }', 'ask', true],
    ['{ timeout: "30" }', 'ask', false],
    ['{ timeout: 31 }', 'ask', false],
    ['{ isQuiet: true }', 'ask', true],
    ['{ note: null }', 'ask', true],
    ['{ deep: "*" }', 'ask', false],
    ['{ missing: "*" }', 'ask', false],
    ['{ toString: "*" }', 'ask', false],
    ['{ command: npm, timeout: 31 }', 'ask', false],
  ] as const)('%s, %s: %s [G6]', (argument, outcome, expected) => {
    expect(says(`{ argument: ${argument} }`, outcome, samplePart(), call)).toBe(expected);
  });
});

describe('the built-in risk', () => {
  it('can be matched; where there is no part it counts as HIGH', () => {
    expect(says('{ risk: [LOW, MEDIUM] }', 'ask', samplePart())).toBe(true);
    expect(says('{ risk: HIGH }', 'ask', samplePart())).toBe(false);
    expect(says('{ risk: HIGH }', 'ask', samplePart({ level: 'DENY' }))).toBe(true);
    expect(says('{ risk: HIGH }', 'ask', null)).toBe(true);
  });

  it('is what an allow rule goes up to: MEDIUM, unless it says otherwise, and never what is denied [G6, G4]', () => {
    const policy = policyOf(
      '{ id: plain, match: { tool: bash }, outcome: allow }',
      '{ id: low, match: { tool: bash }, outcome: allow, up_to: LOW }',
      '{ id: high, match: { tool: bash }, outcome: allow, up_to: HIGH }',
    );
    const ids = (level: 'LOW' | 'MEDIUM' | 'HIGH' | 'DENY') =>
      matchRules(policy, sampleCall('bash'), samplePart({ level })).map(({ ruleId }) => ruleId);
    expect(ids('LOW')).toEqual(['plain', 'low', 'high']);
    expect(ids('MEDIUM')).toEqual(['plain', 'high']);
    expect(ids('HIGH')).toEqual(['high']);
    expect(ids('DENY')).toEqual([]);
    expect(heldBackRules(policy, sampleCall('bash'), samplePart(), 'HIGH').map(({ id }) => id)).toEqual([
      'plain',
      'low',
    ]);
  });

  it('may be given by whoever knows more than the part, such as a hint of the tool [G5]', () => {
    const policy = policyOf('{ id: plain, match: { tool: bash }, outcome: allow }');
    expect(matchRules(policy, sampleCall('bash'), samplePart(), 'HIGH')).toEqual([]);
  });
});

describe('what a rule says', () => {
  it('is its description, or a sentence made from its matcher', () => {
    const policy = policyOf(
      '{ id: a, match: { tool: bash }, outcome: deny, description: Never. }',
      '{ id: b, match: { tool: [bash, read, x], risk: MEDIUM }, outcome: ask, risk: HIGH, timeout_seconds: 900 }',
      '{ id: c, match: { argument: { cmd: "a b" }, effect: [reads, { network: [a, b], writes: c }] }, outcome: ask, timeout_seconds: none }',
      '{ id: d, match: { tool: bash, path: [src/**, "*.md"] }, outcome: allow }',
    );
    const part = samplePart({ effects: [{ kind: 'reads', target: 'x' }], paths: [use('src/a')] });
    expect(matchRules(policy, sampleCall('bash', { cmd: 'a b' }), part)).toEqual([
      { ruleId: 'a', outcome: 'deny', reason: 'Never.' },
      {
        ruleId: 'b',
        outcome: 'ask',
        reason: 'The policy asks about tool bash, read or x, risk MEDIUM.',
        risk: 'HIGH',
        timeoutSeconds: 900,
      },
      {
        ruleId: 'c',
        outcome: 'ask',
        reason: 'The policy asks about cmd = "a b", effect reads or network a or b or writes c.',
        timeoutSeconds: null,
      },
      { ruleId: 'd', outcome: 'allow', reason: 'The policy allows tool bash, path src/** or *.md.' },
    ]);
  });
});
