import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { problemText } from '../rules/problem.ts';
import { accessSchema } from './access-schema.ts';
import { parseAccess } from './parse-access.ts';

const whole = `version: 1
issuers:
  - issuer: https://id.example/realms/pizza
    audience: countersign
    project: pizza
groups:
  - id: menu
    description: What guests may see.
    select: [{ source: pizzeria, path: '/menu/{dish}' }]
policies:
  - id: guests
    match: { claims: { iss: '*', level: [1, 2], vip: true } }
    groups: [menu]
`;

function problemsOf(text: string): string[] {
  const parsed = parseAccess(text);
  return parsed.ok ? [] : parsed.problems.map((problem) => problemText('a.yaml', problem));
}

describe('an access file', () => {
  it('is read with its issuers, and has a version that only its meaning changes [U10]', () => {
    const parsed = parseAccess(whole);
    expect(parsed).toMatchObject({
      ok: true,
      rules: {
        version: expect.stringMatching(/^sha256:[0-9a-f]{16}$/),
        issuers: [{ issuer: 'https://id.example/realms/pizza', audience: 'countersign', project: 'pizza' }],
        counts: { groups: 1, policies: 1 },
      },
    });
    const version = (text: string) => {
      const again = parseAccess(text);
      return again.ok && again.rules.version;
    };
    expect(version(`# hello\n${whole}`)).toBe(version(whole));
    expect(version(whole.replace('vip: true', 'vip: false'))).not.toBe(version(whole));
  });

  it('may hold nothing but comments under its lists', () => {
    expect(parseAccess('version: 1\nissuers:\ngroups:\n  # none\npolicies:\n')).toMatchObject({ ok: true });
  });

  it('has a schema for editors that takes it', () => {
    const validate = new Ajv2020({ strict: false }).compile(accessSchema());
    expect(validate({ version: 1, groups: [], policies: [] })).toBe(true);
    expect(validate({ version: 1, groups: null, policies: null })).toBe(true);
    expect(validate({ version: 1, groups: [], policy: [] })).toBe(false);
  });
});

describe('a broken access file is refused with line, column and what to do [U10, G7]:', () => {
  const cases: readonly (readonly [text: string, said: string])[] = [
    ['', '1:1: expected `version: 1`, `groups:` and `policies:`; found nothing'],
    ['version: 1\ngroups: []', '1:1: `policies` is missing: add it with a list of up to 500 policies'],
    [whole.replace('version: 1', 'version: 2'), '1:10: `version`: expected 1'],
    [whole.replace('select:', 'selekt:'), '9:5: there is no `selekt` here: did you mean select?'],
    [whole.replace('source: pizzeria', 'sauce: pizzeria'), '9:16: there is no `sauce` here: did you mean source?'],
    [whole.replace('groups: [menu]', 'groups: [menus]'), '13:14: there is no group menus: did you mean menu?'],
    [whole.replace('groups: [menu]', 'groups: [kitchen]'), '13:14: there is no group kitchen: known are menu'],
    [
      'version: 1\ngroups: []\npolicies:\n  - { id: a, match: { claims: { b: c } }, groups: [menu] }\n',
      'there is no group menu: add it under `groups`',
    ],
    [whole.replace('groups: [menu]', 'groups: []'), '13:13: `groups`: expected a list of ids of groups'],
    [whole.replace("iss: '*'", "iss: 'regex:(?=x)'"), '12:29: this is no expression that can be used here'],
    [whole.replace("iss: '*'", "iss: 'regex:'"), '12:29: there is nothing behind regex'],
    [whole.replace("iss: '*'", 'a..b: x'), '12:24: this is no path of a claim'],
    [whole.replace("iss: '*'", 'iss: [x, "a?"]'), '12:33: "?" has no meaning in a glob here'],
    [whole.replace("claims: { iss: '*', level: [1, 2], vip: true }", 'claims: {}'), '12:22: `claims`: expected claims'],
    [whole.replace("{ claims: { iss: '*', level: [1, 2], vip: true } }", '{}'), '12:12: `claims` is missing'],
    [whole.replace('    select:', '    exclude: [x]\n    # select:'), '7:5: this group has no tools'],
    [whole.replace('issuer: https', 'issuer: ftp'), '3:13: `issuer`: expected the address of an OpenID provider'],
    [whole.replace('    audience: countersign\n', ''), '3:5: `audience` is missing'],
    [
      whole.replace('audience:', 'algorithms: [HS256]\n    audience:'),
      '4:17: `algorithms`: expected a list of signature',
    ],
    [
      whole.replace('groups:\n', '  - { issuer: https://id.example/realms/pizza, audience: b, project: c }\ngroups:\n'),
      '6:15: this issuer is there twice',
    ],
    [whole.replace('policies:', '  - { id: menu, include: [x] }\npolicies:'), '10:11: group 1 is called menu too'],
    [
      `${whole}  - { id: guests, match: { claims: { a: b } }, groups: [menu] }\n`,
      '14:11: policy 1 is called guests too',
    ],
    [whole.replace('id: menu', 'id: &m menu'), 'anchors are not allowed in an access file'],
    [`${whole}---\n`, 'an access file is one document'],
    [whole.replace('What guests may see.', '"\\ud800"'), 'half a character'],
    [whole.replace('project: pizza', `project: ${'x'.repeat(3000)}`), '5:14: `project`: expected the name or id'],
  ];
  it.each(cases.map(([text, said]) => [said, text] as const))('%s', (said, text) => {
    expect(problemsOf(text).join('\n')).toContain(said);
  });
});
