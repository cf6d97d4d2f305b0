import { describe, expect, it } from 'vitest';
import { ruleLimits } from './limits.ts';
import { parsePolicy } from './parse-policy.ts';
import { problemText } from './problem.ts';

function problemsOf(text: string): string[] {
  const parsed = parsePolicy(text, 'p.yaml');
  return parsed.ok ? [] : parsed.problems.map((problem) => problemText('p.yaml', problem));
}

const rule = (more: string, match = '{ tool: bash }') =>
  `version: 1\nrules:\n  - { id: a, match: ${match}, ${more} }\n`;

describe('a policy file', () => {
  it('is read with its defaults [G6]', () => {
    const parsed = parsePolicy(
      `version: 1
rules:
  - id: a
    match: { tool: bash }
    outcome: ask
    risk: HIGH
    timeout_seconds: none
    examples:
      - { tool: bash, params: { cmd: ls }, outcome: ask, risk: HIGH, agent: x, session: y, project: z }
      - { tool: read, outcome: deny }
  - { id: b, match: { tool: read }, outcome: allow }
`,
      'p.yaml',
    );
    expect(parsed).toMatchObject({
      ok: true,
      policy: {
        fileName: 'p.yaml',
        version: expect.stringMatching(/^sha256:[0-9a-f]{16}$/),
        rules: [
          {
            id: 'a',
            risk: 'HIGH',
            timeoutSeconds: null,
            examples: [
              { tool: 'bash', params: { cmd: 'ls' }, outcome: 'ask', agentId: 'x', line: 9, column: 9 },
              { tool: 'read', params: {}, outcome: 'deny', risk: undefined, projectId: '', line: 10, column: 9 },
            ],
          },
          { id: 'b', upTo: 'MEDIUM', risk: undefined, timeoutSeconds: undefined, examples: [] },
        ],
      },
    });
  });

  it('may hold nothing but comments under its rules', () => {
    expect(parsePolicy('version: 1\nrules:\n  # none yet\n', 'p.yaml')).toMatchObject({
      ok: true,
      policy: { rules: [] },
    });
  });

  it('has a version that comments and layout do not change, and everything else does', () => {
    const version = (text: string) => {
      const parsed = parsePolicy(text, 'p.yaml');
      return parsed.ok ? parsed.policy.version : null;
    };
    const one = version('version: 1\nrules: [{ id: a, match: { tool: bash }, outcome: ask }]');
    expect(version('# hello\nrules:\n  - outcome: ask\n    match:\n      tool: bash\n    id: a\nversion: 1\n')).toBe(
      one,
    );
    expect(version('version: 1\nrules: [{ id: a, match: { tool: bash }, outcome: deny }]')).not.toBe(one);
  });
});

describe('a broken policy file is refused with line, column and what to do [G6, G7]:', () => {
  const cases: readonly (readonly [text: string, said: string])[] = [
    ['', '1:1: expected `version: 1` and `rules:`; found nothing'],
    ['[]', '1:1: expected `version: 1` and `rules:`; found an empty list'],
    ['[1]', '1:1: expected `version: 1` and `rules:`; found a list of 1'],
    ['version: 1', '1:1: `rules` is missing: add it with a list of up to 1000 rules'],
    ['version: 2\nrules: []', '1:10: `version`: expected 1, the only version there is; found 2'],
    ['version: 1\nrules: {}', '2:8: `rules`: expected a list of up to 1000 rules; found an empty map'],
    ['version: 1\nrules: [3]', '2:9: `rules`: expected a rule: `id`, `match` and `outcome`; found 3'],
    ['version: 1\nroles: []\nrules: []', '2:1: there is no `roles` here: did you mean rules?'],
    ['version: 1\nrules: []\n~: 3', '3:1: there is no `` here'],
    ['version: 1\nzebra: []\nrules: []', '2:1: there is no `zebra` here: known are version, rules'],
    [rule('outcome'), '3:5: `outcome`: expected allow, ask or deny; found nothing'],
    [rule('outcome: maybe'), '3:46: `outcome`: expected allow, ask or deny; found "maybe"'],
    [rule(`outcome: ${'x'.repeat(80)}`), `found "${'x'.repeat(59)}…`],
    [rule('up-to: HIGH, outcome: allow'), '3:37: there is no `up-to` here: did you mean up_to?'],
    [rule('risk: HIGH'), '3:5: `outcome` is missing: add it with allow, ask or deny'],
    [rule('outcome: allow', '{}'), '3:21: `match`: expected at least one matcher'],
    [rule('outcome: allow', '[a]'), '3:21: `match`: expected at least one matcher'],
    [rule('outcome: allow', '{ tool: [] }'), '3:29: `tool`: expected the name of a tool'],
    [rule('outcome: allow', '{ comand: git }'), '3:23: there is no `comand` here: did you mean command?'],
    [rule('outcome: allow', '{ effect: { raeds: x } }'), '3:31: `effect`: expected reads, writes'],
    [
      rule('outcome: allow', '{ argument: { a: { b: 1 } } }'),
      '3:38: `a`: expected a value, a glob, or a list; found a map',
    ],
    [rule('outcome: ask, timeout_seconds: 0'), '`timeout_seconds`: expected whole seconds that a person has'],
    [rule('outcome: ask, examples: [{ tool: x }]'), '`outcome` is missing: add it with allow, ask or deny'],
    [rule('outcome: allow, risk: HIGH'), '3:53: `risk` goes with `outcome: ask`, not with allow'],
    [rule('outcome: deny, up_to: HIGH'), '`up_to` goes with `outcome: allow`, not with deny'],
    [rule('outcome: deny, timeout_seconds: 5'), '`timeout_seconds` goes with `outcome: ask`, not with deny'],
    [rule('outcome: allow', '{ tool: "a?" }'), '3:29: "?" has no meaning in a glob here'],
    [rule('outcome: allow', '{ command: [git, "a{b"] }'), '3:38: "{" has no meaning'],
    [rule('outcome: allow', '{ path: ../x }'), '3:29: a path cannot go up'],
    [rule('outcome: allow', '{ path: [outside, src/**, "~/x"] }'), '3:47: paths begin at the root'],
    [rule('outcome: allow', '{ argument: { a: [1, "[x"] } }'), '"[" has no meaning'],
    [rule('outcome: allow', '{ effect: { network: "a?" } }'), '3:42: "?" has no meaning'],
    [rule('outcome: allow', '{ effect: [reads, { network: ["a?"] }] }'), '"?" has no meaning'],
    [
      rule('outcome: ask, examples: [{ tool: x, outcome: ask, params: { a: .nan } }]'),
      '3:3: a value in an example is not JSON',
    ],
    [
      'version: 1\nrules:\n  - { id: builtin.x, match: { tool: a }, outcome: ask }',
      '3:11: ids that begin with builtin.',
    ],
    [`${rule('outcome: ask')}  - { id: a, match: { tool: b }, outcome: ask }`, '4:11: rule 1 is called a too'],
    ['version: 1\nversion: 1\nrules: []', '2:1: this key is there twice: keep one of them'],
    ['version: 1\nrules: []\n---\nversion: 1', '3:1: a policy is one document'],
    ['version: 1\n\trules: []', 'this is not valid YAML: '],
    ['version: &x 1\nrules: []', '1:13: anchors are not allowed in a policy: take &x away'],
    ['version: &x 1\nrules: *x', '2:8: aliases are not allowed in a policy: write the value again'],
    ['version: !!str 1\nrules: []', '1:16: tags are not allowed in a policy'],
    ['version: 1\nrules: []\n? [a]\n: 1', 'a key must be one word'],
    [`version: 1\nrules: ${'['.repeat(20_000)}`, 'nested too deeply'],
    [`version: 1\nrules: []\n#${' '.repeat(ruleLimits.fileLengthMax)}`, '1:1: the file has '],
  ];

  it.each(cases.map(([text, said]) => [said, text] as const))('%s', (said, text) => {
    expect(problemsOf(text).join('\n')).toContain(said);
  });

  it('all problems at once, in the order of the file, up to a limit', () => {
    expect(problemsOf('version: 2\nzebra: 1\nrules: 3').map((text) => text.split(':')[1])).toEqual(['1', '2', '3']);
    expect(problemsOf('{ version: 1, zebra: 1, roles: 2, rules: [] }').map((text) => text.split(':')[2])).toEqual([
      '15',
      '25',
    ]);
    const many = Array.from({ length: 200 }, (_, index) => `  - { id: r${index}, match: { path: "/" }, outcome: ask }`);
    expect(problemsOf(`version: 1\nrules:\n${many.join('\n')}`)).toHaveLength(ruleLimits.problemsMax);
  });

  it('a billion laughs are refused before they unfold', () => {
    const laughs = Array.from({ length: 12 }, (_, n) => `a${n}: &a${n} [${n === 0 ? 'x' : `*a${n - 1},`.repeat(9)}]`);
    expect(problemsOf(`version: 1\nrules: []\n${laughs.join('\n')}`)[0]).toContain('not allowed');
  });

  it('too many rules are refused', () => {
    const rules = Array.from(
      { length: ruleLimits.rulesMax + 1 },
      (_, n) => `  - { id: r${n}, match: { tool: a }, outcome: ask }`,
    );
    expect(problemsOf(`version: 1\nrules:\n${rules.join('\n')}`)[0]).toContain(
      'up to 1000 rules; found a list of 1001',
    );
  });
});
