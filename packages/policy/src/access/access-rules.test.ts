import type { JsonObject } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccessRules, openAccess } from './access-rules.ts';
import type { AccessTool } from './compile-group.ts';
import { parseAccess } from './parse-access.ts';

function rulesOf(text: string): AccessRules {
  const parsed = parseAccess(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.rules;
}

const tool = (name: string, given: Partial<AccessTool> = {}): AccessTool => ({
  name,
  source: name.split('__')[0]!,
  path: '/orders/{order_id}',
  method: 'GET',
  tags: ['orders'],
  ...given,
});

const pizzeria = rulesOf(`
version: 1
groups:
  - id: menu
    select:
      - { source: pizzeria, method: get, path: '/menu*' }
  - id: orders
    select:
      - { source: pizzeria, tags: [orders, jobs] }
      - { name: 'regex:pizzeria__(list|show)_.*' }
    include: [kitchen__stove]
    exclude: ['*_admin_*', pizzeria__delete_order]
policies:
  - { id: guests, match: { claims: { iss: '*' } }, groups: [menu] }
  - id: waiters
    match: { claims: { realm_access.roles: [waiter, chef], email_verified: true } }
    groups: [orders]
`);

const waiter: JsonObject = {
  iss: 'https://id.example',
  email_verified: true,
  realm_access: { roles: ['x', 'waiter'] },
};
const menu = tool('pizzeria__list_dishes', { path: '/menu', tags: [] });

describe('access rules', () => {
  it.each([
    ['a selector', menu, true],
    ['one of its tags', tool('pizzeria__make_order', { method: 'POST' }), true],
    ['an expression over its whole name', tool('pizzeria__show_it', { path: '/x', tags: [] }), true],
    ['an expression that fits a part of its name only', tool('x_pizzeria__show_it', { tags: [] }), false],
    ['an include, whatever its source', tool('kitchen__stove', { tags: [] }), true],
    ['another source', tool('bank__pay'), false],
    ['an exclude by glob', tool('pizzeria__list_admin_users'), false],
    ['an exclude by name', tool('pizzeria__delete_order'), false],
  ])('decide by %s [U10]', (_, given, expected) => {
    expect(pizzeria.mayUse(waiter, given)).toBe(expected);
  });

  it('need every key of a selector and every claim of a policy [U10]', () => {
    const guest = { iss: 'x' };
    expect(pizzeria.mayUse(guest, menu)).toBe(true);
    expect(pizzeria.mayUse(guest, tool('pizzeria__put_dish', { path: '/menu', method: 'PUT', tags: [] }))).toBe(false);
    expect(pizzeria.mayUse(guest, tool('pizzeria__make_order'))).toBe(false);
    for (const claims of [
      { ...waiter, email_verified: 'true' },
      { ...waiter, realm_access: { roles: ['waiters'] } },
      { ...waiter, realm_access: { roles: [['waiter']] } },
      { ...waiter, realm_access: 'waiter' },
      { ...waiter, realm_access: null },
      { ...waiter, 'realm_access.roles': ['guest'] },
    ])
      expect(pizzeria.mayUse(claims, tool('pizzeria__make_order'))).toBe(false);
    expect(pizzeria.mayUse({}, menu)).toBe(false);
  });

  it('leave built-in tools alone until a group names their source [U10]', () => {
    const read = tool('read', { source: 'builtin', path: null, method: null, tags: [] });
    expect(pizzeria.mayUse({}, read)).toBe(true);
    const all = rulesOf(
      "version: 1\ngroups: [{ id: all, select: [{ source: '*' }] }]\npolicies: [{ id: a, match: { claims: { sub: ada } }, groups: [all] }]",
    );
    expect(all.mayUse({}, read)).toBe(true);
    expect(all.mayUse({}, menu)).toBe(false);
    const named = rulesOf(
      'version: 1\ngroups: [{ id: files, select: [{ source: builtin, name: read }] }]\npolicies: [{ id: a, match: { claims: { sub: ada } }, groups: [files] }]',
    );
    expect([named.issuers, named.mayUse({}, read)]).toEqual([[], false]);
    const among = rulesOf(`
version: 1
groups:
  - { id: menu, select: [{ source: pizzeria }] }
  - { id: files, select: [{ source: shop }, { source: [kitchen, builtin], name: read }] }
policies: []
`);
    expect(among.mayUse({}, read)).toBe(false);
    expect(named.mayUse({ sub: 'ada' }, read)).toBe(true);
    expect(named.mayUse({ sub: 'ada' }, tool('bash', { source: 'builtin' }))).toBe(false);
  });

  it('read words of a scope one by one, as OAuth means them [U10]', () => {
    const scoped = rulesOf(
      "version: 1\ngroups: [{ id: all, include: ['*'] }]\npolicies: [{ id: a, match: { claims: { scope: orders } }, groups: [all] }]",
    );
    expect(scoped.mayUse({ scope: 'openid orders' }, menu)).toBe(true);
    expect(scoped.mayUse({ scope: 'openid orders:read' }, menu)).toBe(false);
    expect(scoped.mayUse({ sub: 'openid orders' }, menu)).toBe(false);
    expect(scoped.mayUse({ scope: ['openid', 'orders'] }, menu)).toBe(true);
    for (const scope of [5, true, null, {}]) expect(scoped.mayUse({ scope }, menu)).toBe(false);
    const named = rulesOf(
      "version: 1\ngroups: [{ id: all, include: ['*'] }]\npolicies: [{ id: a, match: { claims: { sub: orders } }, groups: [all] }]",
    );
    expect(named.mayUse({ sub: 'openid orders' }, menu)).toBe(false);
  });

  it('compare texts with texts, numbers with numbers and truth with truth [U10]', () => {
    const given = (claim: string) =>
      rulesOf(
        `version: 1\ngroups: [{ id: all, include: ['*'] }]\npolicies: [{ id: a, match: { claims: { level: ${claim} } }, groups: [all] }]`,
      );
    const met = (claim: string, level: JsonObject[string]) => given(claim).mayUse({ level }, menu);
    expect([met('5', 5), met('[1, 5]', [5]), met('true', true), met("'5'", '5'), met('null_ish', 'null_ish')]).toEqual(
      Array.from({ length: 5 }, () => true),
    );
    expect([
      met("'5'", 5),
      met('5', '5'),
      met("'*'", 5),
      met("'regex:.*'", true),
      met('true', 1),
      met("'*'", null),
    ]).toEqual(Array.from({ length: 6 }, () => false));
  });

  it('let everyone use everything where there is no file [U10]', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.string(), (claims, name, source) => {
        const given = tool(name, { source });
        expect(openAccess.mayUse(claims as JsonObject, given)).toBe(true);
        expect(openAccess.explain(claims as JsonObject, [given])).toMatchObject({
          is_governed: false,
          tools: [{ is_allowed: true }],
        });
      }),
    );
  });
});

/** Small alphabets, so that what is asked for and what is there often meet. */
const word = fc.constantFrom('a', 'b', 'ab', 'a_b', '*', 'a*', '*b', 'regex:a.*', 'regex:[ab]+');
const words = fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 3 }));
const names = fc.constantFrom('a', 'b', 'ab', 'a_b', 'ba');
const selector = fc
  .record({ source: words, name: words, path: words, method: words, tags: words }, { requiredKeys: [] })
  .filter((each) => Object.keys(each).length > 0);
const group = fc.record(
  {
    select: fc.array(selector, { minLength: 1, maxLength: 3 }),
    include: fc.array(word, { minLength: 1, maxLength: 3 }),
    exclude: fc.array(word, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['select'] },
);
const files = fc
  .tuple(fc.array(group, { minLength: 1, maxLength: 3 }), fc.array(fc.tuple(words, fc.nat(2)), { maxLength: 3 }))
  .map(([groups, policies]) => ({
    version: 1,
    groups: groups.map((each, index) => ({ id: `g${index}`, ...each })),
    policies: policies.map(([role, index], position) => ({
      id: `p${position}`,
      match: { claims: { 'realm_access.roles': role } },
      groups: [`g${index % groups.length}`],
    })),
  }));
const tools = fc.record({
  name: names,
  source: names,
  path: fc.oneof(names, fc.constant(null)),
  method: fc.oneof(fc.constantFrom('A', 'B', 'AB'), fc.constant(null)),
  tags: fc.array(names, { maxLength: 2 }),
});
const claims = fc.record({ realm_access: fc.record({ roles: fc.oneof(names, fc.array(names, { maxLength: 2 })) }) });

type File = typeof files extends fc.Arbitrary<infer T> ? T : never;

/** The same rules once more, by JavaScript's own expressions. */
function mayUseByHand(file: File, roles: readonly string[], given: AccessTool): boolean {
  const fits = (patterns: unknown, values: readonly (string | null)[], isMethod = false) =>
    [patterns].flat().some((pattern) => {
      const text = String(pattern);
      const expression = text.startsWith('regex:')
        ? text.slice(6)
        : (isMethod ? text.toUpperCase() : text).replaceAll('*', '.*');
      return values.some((value) => value !== null && new RegExp(`^(?:${expression})$`).test(value));
    });
  return file.policies.some(
    (policy) =>
      fits(policy.match.claims['realm_access.roles'], roles) &&
      policy.groups.some((id) => {
        const { select = [], include = [], exclude = [] } = file.groups.find((each) => each.id === id)!;
        if (fits(exclude, [given.name])) return false;
        if (fits(include, [given.name])) return true;
        return select.some(
          (each) =>
            (each.source === undefined || fits(each.source, [given.source])) &&
            (each.name === undefined || fits(each.name, [given.name])) &&
            (each.path === undefined || fits(each.path, [given.path])) &&
            (each.method === undefined || fits(each.method, [given.method], true)) &&
            (each.tags === undefined || fits(each.tags, given.tags)),
        );
      }),
  );
}

describe('access rules of any kind', () => {
  it('come out as a second reading of them does, and explain just what they decide [U10]', () => {
    fc.assert(
      fc.property(files, claims, tools, (file, given, asked) => {
        const rules = rulesOf(JSON.stringify(file));
        const allowed = rules.mayUse(given, asked);
        expect(allowed).toBe(mayUseByHand(file, [given.realm_access.roles].flat(), asked));
        // Asked again, it is the kept answer that comes.
        expect(rules.mayUse(given, asked)).toBe(allowed);
        const { tools: explained, policies } = rules.explain(given, [asked]);
        expect(explained).toEqual([
          { tool_id: asked.name, is_allowed: allowed, because: expect.stringMatching(/\.$/) },
        ]);
        expect(policies.every(({ because }) => because.length > 0)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('never let a tool in through a group that excludes it [U10]', () => {
    fc.assert(
      fc.property(files, claims, tools, (file, given, asked) => {
        const excluding = {
          ...file,
          groups: file.groups.map((each) => ({ ...each, exclude: [...(each.exclude ?? []), asked.name] })),
        };
        expect(rulesOf(JSON.stringify(excluding)).mayUse(given, asked)).toBe(false);
      }),
    );
  });

  it('never give less for a policy more, nor more for one less [U10]', () => {
    fc.assert(
      fc.property(files, claims, tools, (file, given, asked) => {
        const fewer = { ...file, policies: file.policies.slice(1) };
        const before = rulesOf(JSON.stringify(fewer)).mayUse(given, asked);
        if (before) expect(rulesOf(JSON.stringify(file)).mayUse(given, asked)).toBe(true);
      }),
    );
  });
});

describe('an explanation', () => {
  it('says which policy applies and what decided about a tool [U10]', () => {
    const explained = pizzeria.explain(waiter, [
      menu,
      tool('kitchen__stove'),
      tool('pizzeria__delete_order'),
      tool('bank__pay'),
      tool('read', { source: 'builtin' }),
    ]);
    expect(explained.policies).toEqual([
      { id: 'guests', applies: true, because: 'iss is "https://id.example", which "*" matches.', groups: ['menu'] },
      {
        id: 'waiters',
        applies: true,
        because:
          'realm_access.roles is ["x","waiter"], which "waiter" matches. email_verified is true, which true matches.',
        groups: ['orders'],
      },
    ]);
    expect(explained.tools.map(({ because }) => because)).toEqual([
      'Policy guests gives group menu, which selects it (source "pizzeria", method "get", path "/menu*").',
      'Policy waiters gives group orders, which includes it ("kitchen__stove").',
      'Group menu does not have it. Group orders excludes it ("pizzeria__delete_order").',
      'Group menu does not have it. Group orders does not have it.',
      'It is built in, and no group selects the source builtin: the policy file decides about it.',
    ]);
  });

  it('says what a policy missed, and that nothing applies', () => {
    const { policies, tools: explained } = pizzeria.explain({ email_verified: 1 }, [menu]);
    expect(policies.map(({ because }) => because)).toEqual([
      'The token has no claim iss.',
      'The token has no claim realm_access.roles. email_verified is 1; that is not true.',
    ]);
    expect(explained).toEqual([
      {
        tool_id: menu.name,
        is_allowed: false,
        because: 'No policy applies to these claims, so no tool may be used.',
      },
    ]);
  });

  it('shows what is hidden in a claim, and no more of it than fits [A8]', () => {
    const [policy] = pizzeria.explain({ iss: `\u202e${'x'.repeat(1000)}` }, []).policies;
    expect(policy!.because).not.toContain('\u202e');
    expect(policy!.because.length).toBeLessThan(200);
  });
});
