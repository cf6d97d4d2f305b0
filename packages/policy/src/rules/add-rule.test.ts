import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { addRule } from './add-rule.ts';
import { defaultPolicyText } from './default-policy.ts';
import { parsePolicy } from './parse-policy.ts';
import type { RuleOfFile } from './policy-file.ts';
import { ruleTexts } from './rule-texts.ts';
import { writeRule } from './write-rule.ts';

const rule: RuleOfFile = { id: 'new', match: { command: 'npm', subcommand: 'run build' }, outcome: 'allow' };
const asLines = (indentation: string) =>
  ['- id: new', '  match: { command: npm, subcommand: run build }', '  outcome: allow', '']
    .map((line) => (line === '' ? '' : `${indentation}${line}`))
    .join('\n');

describe('a rule that is added to a policy file', () => {
  it('makes the file where there is none', () => {
    expect(addRule(null, rule)).toBe(`version: 1\nrules:\n${asLines('  ')}`);
  });

  it.each([
    ['after the last', 'version: 1\nrules:\n  - id: a # why\n    outcome: ask\n', '  ', '\n# the end\n'],
    ['without a line feed at the end', 'version: 1\nrules:\n- id: a', '', null],
    [
      'apart from it where rules are apart',
      'version: 1\nrules:\n  - { id: a } # x\n\n  - { id: b } # y\n',
      '  ',
      '# z\n',
    ],
    ['before what follows the rules', 'rules:\n    - id: a\n      b: |\n        c\n', '    ', 'version: 1 # one\n'],
    ['where there are none yet', 'version: 1\nrules: # none\n', '  ', '# - id: an example\n'],
  ])('stands in its place and leaves every other character as it was: %s [G6]', (what, before, indentation, after) => {
    const apart = what.startsWith('apart') ? '\n' : '';
    const text = `${before}${after ?? ''}`;
    const expected = `${before}${after === null ? '\n' : apart}${asLines(indentation)}${after ?? ''}`;
    expect(addRule(text, rule)).toBe(expected);
    expect(addRule(text.replaceAll('\n', '\r\n'), rule)).toBe(expected.replaceAll('\n', '\r\n'));
  });

  it('keeps the comments of a list on one line, which has to be laid out anew', () => {
    const text = addRule('# first\nversion: 1\nrules: [{ id: a }] # last\n', rule);
    expect(text).toContain('# first\n');
    expect(text).toContain('# last');
    expect(parse(text)).toEqual({ version: 1, rules: [{ id: 'a' }, rule] });
    expect(parse(addRule('version: 1\nrules: []\n', rule))).toEqual({ version: 1, rules: [rule] });
  });

  it('makes a policy of the default file, with all that it explains', () => {
    const text = addRule(defaultPolicyText, rule);
    expect(parsePolicy(text, 'p').ok).toBe(true);
    expect(text.replace(asLines('  '), '')).toBe(defaultPolicyText);
  });

  it('is read as it was meant, whatever is in it [G6]', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('true', '1', '.5', '- a', '#x', '~', '---', 'a: b', 'null'),
    );
    fc.assert(
      fc.property(word, fc.array(word, { minLength: 1, maxLength: 3 }), fc.json(), (description, args, json) => {
        const made = {
          ...rule,
          description,
          match: { argument: { args, [args[0]!]: 1 } },
          examples: [{ tool: 'x', params: { json: JSON.parse(json) as unknown }, outcome: 'ask' as const }],
        };
        // JSON has a minus zero and a __proto__, which no policy has use for.
        fc.pre(!json.includes('-0') && !json.includes('__proto__') && args[0] !== '__proto__');
        expect(parse(writeRule(made))).toEqual(made);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the texts of the rules', () => {
  it('are as somebody wrote them, with the line on which each begins', () => {
    const text =
      'version: 1\nrules:\n  # why\n  - id: a\n    match: { tool: x } # so\n    outcome: ask\n\n  - { id: b }\n';
    expect([...ruleTexts(text)]).toEqual([
      ['a', { text: 'id: a\nmatch: { tool: x } # so\noutcome: ask', line: 4 }],
      ['b', { text: '{ id: b }', line: 8 }],
    ]);
    expect(ruleTexts('version: 1\nrules:\n').size).toBe(0);
  });
});
