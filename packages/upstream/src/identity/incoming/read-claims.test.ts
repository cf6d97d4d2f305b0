import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actorOf, nameOf, sessionKeyOf, subjectOf } from './read-claims.ts';

const act = (...chain: string[]): unknown =>
  chain.reduceRight<unknown>((inner, sub) => ({ sub, ...(inner === undefined ? {} : { act: inner }) }), undefined);

describe('who acts', () => {
  it.each([
    ['the agent in act', { act: act('bot'), azp: 'app' }, 'bot'],
    ['a chain of agents, the one that acts now first', { act: act('bot', 'planner') }, '["bot","planner"]'],
    ['the client', { azp: 'app', client_id: 'other' }, 'app'],
    ['the client under its other name', { client_id: 'app' }, 'app'],
    ['the subject itself where nothing else is said', {}, 'u'],
  ])('is %s [U3]', (_, claims, actor) => {
    expect(actorOf(claims, {}, 'u')).toBe(actor);
  });

  it('refuses a chain without end [U3]', () => {
    expect(() => actorOf({ act: act(...Array.from({ length: 11 }, () => 'a')) }, {}, 'u')).toThrow(/too deeply/);
  });

  it('is never the same for two chains that differ [U3]', () => {
    const name = fc.oneof(fc.constantFrom('a', 'b', '["a","b"]', '[', 'a","b'), fc.stringMatching(/^[!-~]{1,8}$/));
    const chain = fc.array(name, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(chain, chain, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(actorOf({ act: act(...one) }, {}, 'u') === actorOf({ act: act(...other) }, {}, 'u')).toBe(same);
      }),
    );
  });
});

describe('for whom', () => {
  it.each(['u', 'a b', 'Ж', 'x'.repeat(300), '["a"]'])('is %j [U3]', (sub) => {
    expect(subjectOf({ sub }, {})).toBe(sub);
    expect(subjectOf({ sub: 'other', upn: sub }, { subject_claim: 'upn' })).toBe(sub);
  });

  it.each([
    undefined,
    null,
    7,
    true,
    ['u'],
    { u: 1 },
    '',
    ' ',
    'x'.repeat(301),
    ' u',
    'u ',
    'u\u0000',
    'u\u202e',
    '\ue000',
  ])('cannot be %j [U3]', (sub) => {
    expect(() => subjectOf({ sub }, {})).toThrow(/its claim "sub"/);
    expect(() => actorOf({ azp: sub ?? '' }, {}, 'u')).toThrow(/its claim "azp"/);
    expect(() => actorOf({ client_id: sub ?? '' }, {}, 'u')).toThrow(/its claim "client_id"/);
    expect(() => actorOf({ act: { sub } }, {}, 'u')).toThrow(/its claim "act.sub"/);
    expect(() => actorOf({ bot: sub, azp: 'app' }, { actor_claim: 'bot' }, 'u')).toThrow(/its claim "bot"/);
  });
});

describe('the session of a token', () => {
  it('is what the issuer says, else the token itself, never mistaken for one another [U3]', () => {
    const keys = [
      sessionKeyOf({ sid: 'x', jti: 'y' }, 't'),
      sessionKeyOf({ jti: 'x' }, 't'),
      sessionKeyOf({}, 't'),
      sessionKeyOf({}, 'u'),
      sessionKeyOf({ sid: '' }, 'v'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.join()).not.toContain('token:t');
  });
});

describe('the name that people read', () => {
  it('has nothing in it that cannot be seen, and an end', () => {
    expect(nameOf({ name: `\u202e\u0000${'n'.repeat(500)}` }, {}, 'u')).toBe('n'.repeat(100));
    expect(nameOf({ name: '\u200b' }, {}, 'u')).toBe('u');
    expect(nameOf({ preferred_username: 'alice', name: 'Alice' }, {}, 'u')).toBe('alice');
    expect(nameOf({ name: ' Alice\n' }, {}, 'u')).toBe('Alice');
    expect(nameOf({ name: 'Alice', title: 'Chef' }, { name_claim: 'title' }, 'u')).toBe('Chef');
    expect(nameOf({ name: 'Alice' }, { name_claim: 'title' }, 'u')).toBe('u');
  });
});
