import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultPolicyText } from './default-policy.ts';
import { parsePolicy } from './parse-policy.ts';
import { emptyPolicy } from './policy.ts';
import { policySchema } from './policy-schema.ts';

/** The same file with every rule in it switched on. */
const switchedOn = defaultPolicyText.replace(/^ {2}# /gm, '  ');

describe('the default policy', () => {
  it('is a policy without rules: nothing changes until somebody switches one on [G6]', () => {
    expect(parsePolicy(defaultPolicyText, 'policy.yaml')).toMatchObject({ ok: true, policy: { rules: [] } });
    expect(emptyPolicy.rules).toEqual([]);
  });

  it('can be read with every rule switched on, each with examples [G6]', () => {
    const parsed = parsePolicy(switchedOn, 'policy.yaml');
    expect(parsed).toMatchObject({ ok: true });
    const rules = parsed.ok ? parsed.policy.rules : [];
    expect(rules.length).toBeGreaterThan(3);
    for (const { examples } of rules) expect(examples.length).toBeGreaterThan(0);
  });
});

describe('the schema for editors', () => {
  const validate = new Ajv2020({ strict: false }).compile(policySchema());

  it.each([defaultPolicyText, switchedOn])('accepts what is accepted', (text) => {
    expect(validate(parse(text))).toBe(true);
  });

  it('refuses what is refused', () => {
    expect(validate({ version: 1, rules: [{ id: 'a', match: {}, outcome: 'ask' }] })).toBe(false);
    expect(validate({ version: 1, rules: [{ id: 'a', match: { tol: 'x' }, outcome: 'ask' }] })).toBe(false);
  });
});
