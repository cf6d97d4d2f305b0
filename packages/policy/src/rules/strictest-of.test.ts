import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleMatch } from './match-rules.ts';
import { strictestOf } from './strictest-of.ts';

const match = (ruleId: string, outcome: RuleMatch['outcome'], more: Partial<RuleMatch> = {}): RuleMatch => ({
  ruleId,
  outcome,
  reason: '',
  ...more,
});

describe('of several rules', () => {
  it.each([
    [[], undefined],
    [[match('a', 'allow'), match('b', 'ask'), match('c', 'deny')], 'c'],
    [[match('c', 'deny'), match('b', 'ask'), match('a', 'allow')], 'c'],
    [[match('a', 'allow'), match('b', 'ask')], 'b'],
    [[match('a', 'ask'), match('b', 'ask', { risk: 'MEDIUM' }), match('c', 'ask', { risk: 'HIGH' })], 'c'],
    [[match('a', 'ask', { risk: 'HIGH' }), match('b', 'ask', { timeoutSeconds: null })], 'a'],
    [[match('a', 'ask', { timeoutSeconds: 60 }), match('b', 'ask', { timeoutSeconds: 900 })], 'b'],
    [[match('a', 'ask', { timeoutSeconds: null }), match('b', 'ask', { timeoutSeconds: 900 })], 'a'],
    [[match('a', 'ask'), match('b', 'ask', { timeoutSeconds: 60 })], 'b'],
    [[match('a', 'ask'), match('b', 'ask')], 'a'],
  ])('%j: %s decides [G6]', (matches, expected) => {
    expect(strictestOf(matches)?.ruleId).toBe(expected);
  });

  it('none is stricter than the one that decides, in whatever order they stand [G6]', () => {
    const severity = { allow: 0, ask: 1, deny: 2 };
    const any = fc.array(
      fc.record({ ruleId: fc.string(), outcome: fc.constantFrom('allow', 'ask', 'deny'), reason: fc.string() }),
    );
    fc.assert(
      fc.property(any, (matches) => {
        const decided = strictestOf(matches as RuleMatch[]);
        for (const { outcome } of matches as RuleMatch[])
          expect(severity[outcome]).toBeLessThanOrEqual(severity[decided!.outcome]);
      }),
    );
  });
});
