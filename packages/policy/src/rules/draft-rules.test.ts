import type { JsonObject } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { localToolDefinitions } from '../../../local-tools/src/index.ts';
import { attackCases } from '../../test/attack-cases.ts';
import { command, draftFor, loadText, policyFrom, script, write } from '../../test/drafts.ts';
import { sampleCall } from '../../test/rule-samples.ts';
import { compileArguments } from '../arguments/compile-arguments.ts';
import type { CallToDecide } from '../verdict.ts';
import { hasSay } from './draft-rules.ts';

const ofService = (riskLevel: 'LOW' | 'MEDIUM' | 'HIGH'): CallToDecide => ({
  ...sampleCall('shop_addPet', { name: 'Rex' }),
  tool: { name: 'shop_addPet', source: 'shop', service: { riskLevel, method: 'POST', host: 'shop.test' } },
});
const matchersOf = (call: CallToDecide, outcome: 'allow' | 'ask' | 'deny') =>
  draftFor(outcome, call).drafts.map(({ text }) => /^match: (.*)$/m.exec(text)![1]);

describe('rules that are made from a call', () => {
  it.each<[string, CallToDecide, 'allow' | 'ask' | 'deny', string[]]>([
    [
      'a file in a folder',
      write('src/app/main.ts'),
      'allow',
      [
        '{ tool: write_file, path: src/app/main.ts, access: write }',
        '{ tool: write_file, path: src/app/**, access: write }',
        '{ tool: write_file, path: src/**, access: write }',
        '{ tool: write_file }',
      ],
    ],
    [
      'a file at the root',
      write('notes [1].txt'),
      'allow',
      ['{ tool: write_file, path: "/notes \\\\[1\\\\].txt", access: write }', '{ tool: write_file }'],
    ],
    [
      'a file that is to be left alone, whatever would touch it',
      write('data/list.csv'),
      'deny',
      ['{ path: data/list.csv, access: write }', '{ path: data/**, access: write }', '{ tool: write_file }'],
    ],
    [
      'a command with a subcommand',
      command('npm', 'run', 'build'),
      'allow',
      [
        '{ tool: execute_command, command: npm, argument: { args: [run, build] } }',
        '{ command: npm, subcommand: run build }',
        '{ command: npm }',
        '{ tool: execute_command }',
      ],
    ],
    [
      'a command with a flag, which a list of words would not hold on to',
      command('npm', 'test', '--silent'),
      'allow',
      ['{ command: npm, subcommand: test }', '{ command: npm }', '{ tool: execute_command }'],
    ],
    [
      'a command that is asked about',
      command('git', 'push', 'origin'),
      'ask',
      ['{ command: git, subcommand: push }', '{ command: git }', '{ tool: execute_command }'],
    ],
    [
      'a command on paths',
      command('mkdir', 'build/out'),
      'allow',
      [
        '{ tool: execute_command, command: mkdir, argument: { args: [build/out] } }',
        '{ command: mkdir, path: build/out }',
        '{ command: mkdir, path: build/** }',
        '{ command: mkdir }',
        '{ tool: execute_command }',
      ],
    ],
    [
      'a script of several commands',
      script('git add a && git commit -m "x"'),
      'allow',
      [
        '{ tool: bash, argument: { cmd: "git add a && git commit -m \\"x\\"" } }',
        '{ command: git, subcommand: [add, commit] }',
        '{ command: git }',
        '{ tool: bash }',
      ],
    ],
    [
      'a request to a service',
      ofService('MEDIUM'),
      'allow',
      ['{ tool: shop_addPet }', '{ source: shop, method: POST }'],
    ],
    ['a tool that nobody described', sampleCall('brew_tea'), 'allow', ['{ tool: brew_tea }']],
    ['a grave request', ofService('HIGH'), 'allow', ['{ tool: shop_addPet }']],
    ['a harmless request', ofService('LOW'), 'deny', ['{ tool: shop_addPet }', '{ source: shop, method: POST }']],
  ])('go from narrow to wide: %s [G6]', (_, call, outcome, matchers) => {
    expect(matchersOf(call, outcome)).toEqual(matchers);
  });

  it('have a name of their own, a sentence, and the call as an example [G6]', () => {
    const present = 'version: 1\nrules:\n  - { id: allow-npm-test, match: { tool: x }, outcome: ask }\n';
    const { drafts } = draftFor('allow', command('npm', 'test', '--silent'), { present });
    expect(drafts[0]!.text).toBe(
      [
        'id: allow-npm-test-2',
        'description: "npm test needs no question, unless its risk is HIGH."',
        'match: { command: npm, subcommand: test }',
        'outcome: allow',
        'examples:',
        '  - { tool: execute_command, params: { command: npm, args: [test, --silent] }, outcome: allow }',
      ].join('\n'),
    );
    expect(new Set(drafts.map(({ id }) => id)).size).toBe(drafts.length);
  });

  it('leave the example away where it may not be written down, is long, or comes out otherwise elsewhere [G8]', () => {
    const call = sampleCall('write_file', { path: 'src/a.ts', content: 'x'.repeat(5_000) });
    for (const drafted of [
      draftFor('allow', write('src/a.ts'), { example: null }),
      draftFor('allow', call),
      draftFor('allow', write('/ws/src/a.ts')),
      draftFor('allow', ofService('MEDIUM')),
    ]) {
      expect(drafted.drafts.length).toBeGreaterThan(1);
      for (const { text } of drafted.drafts) expect(text).not.toContain('examples');
    }
  });

  it('allow what is HIGH only where they name what was seen, and say so [G5, G6]', () => {
    const { drafts } = draftFor('allow', write('run.sh'));
    expect(drafts).toHaveLength(1);
    expect(drafts[0]!.text).toContain('path: /run.sh, access: write }\noutcome: allow\nup_to: HIGH');
    expect(drafts[0]!.reason).toBe('Writing run.sh needs no question, also at HIGH risk.');
    expect(draftFor('allow', command('terraform', 'apply', '--auto-approve'))).toMatchObject({
      drafts: [],
      note: expect.stringContaining('would allow more than was seen'),
    });
  });

  it.each<[string, CallToDecide, 'allow' | 'ask' | 'deny', string | null, string]>([
    ['what code denies', command('sudo', 'ls'), 'allow', null, 'stays denied'],
    ['what code denies, also to ask', command('rm', '-rf', '/'), 'ask', null, 'stays denied'],
    ['what is denied already', command('sudo', 'ls'), 'deny', null, 'denied already'],
    ['what runs already', sampleCall('read_file', { path: 'a.txt' }), 'allow', null, 'by builtin.tool.read'],
    ['code in an argument', command('python3', '-c', 'print(1)'), 'allow', null, 'cannot be read beforehand'],
    ['a command that is not known', script('$X a'), 'allow', null, 'cannot be read beforehand'],
    ['a script that does too much at once', script('f() { npm test; }; f'), 'allow', null, 'cannot be read beforehand'],
    ['a script of nothing', script(''), 'allow', null, 'cannot be read beforehand'],
    [
      'what another rule denies',
      command('git', 'push'),
      'allow',
      '{ id: no-push, match: { command: git }, outcome: deny }',
      'The rule no-push says deny about it',
    ],
    [
      'what another rule asks about',
      command('npm', 'test'),
      'allow',
      '{ id: ask-npm, match: { command: npm }, outcome: ask }',
      'The rule ask-npm says ask',
    ],
    [
      'what an example speaks against',
      command('npm', 'test', '--x'),
      'deny',
      '{ id: ok, match: { tool: y }, outcome: ask, examples: [{ tool: execute_command, params: { command: npm, args: [test] }, outcome: ask }] }',
      'an example of ok is wrong',
    ],
  ])('there are none of %s, and it is said why [G6, G7]', (_, call, outcome, rule, words) => {
    const present = rule === null ? null : `version: 1\nrules:\n  - ${rule}\n`;
    const { drafts, note } = draftFor(outcome, call, { present });
    expect(drafts).toEqual([]);
    expect(note).toContain(words);
  });

  it('leave no command of a script behind: one that is allowed already needs no rule [G6]', () => {
    const present = 'version: 1\nrules:\n  - { id: git, match: { command: git }, outcome: allow }\n';
    const { drafts, decide } = draftFor('allow', script('git add a && npm test'), { present });
    expect(drafts.map(({ id }) => id)).toContain('allow-npm-test');
    for (const { policyText } of drafts) expect(decide(policyFrom(policyText)).outcome).toBe('allow');
  });

  /** Every so many of the corpus: all of them would take minutes and find nothing else. */
  const everyFewCases = 31;

  it('can be used and give their call its outcome, whatever it is; what code denies is never allowed [G1, G6, G7]', () => {
    const checks = new Map(localToolDefinitions.map(({ name, inputSchema }) => [name, compileArguments(inputSchema)]));
    const wrong: string[] = [];
    let made = 0;
    for (const [index, { id, tool, params }] of attackCases().entries()) {
      const resolved = checks.get(tool)?.(params as JsonObject);
      if (index % everyFewCases !== 0 || !resolved?.ok) continue;
      const call = sampleCall(tool, resolved.arguments);
      const isDenied = draftFor('deny', call).note?.includes('denied already') ?? false;
      for (const outcome of ['allow', 'ask', 'deny'] as const) {
        const { drafts, note, decide } = draftFor(outcome, call);
        if (isDenied && drafts.length > 0) wrong.push(`${id}: ${outcome} of what is denied`);
        if (drafts.length === 0 && !note) wrong.push(`${id}: ${outcome} without a word`);
        for (const draft of drafts) {
          made += 1;
          if (outcome === 'allow' && /up_to/.test(draft.text) && /match: \{ (?:tool|command): \w+ \}/.test(draft.text))
            wrong.push(`${id}: ${draft.text} goes too far`);
          if (!loadText(draft.policyText).ok) wrong.push(`${id}: ${draft.text} cannot be used`);
          else if (!hasSay(decide(policyFrom(draft.policyText)), draft.id, outcome)) wrong.push(`${id}: ${draft.text}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(made).toBeGreaterThan(50);
  });
});
