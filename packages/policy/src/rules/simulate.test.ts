import { describe, expect, it } from 'vitest';
import { sampleVerdict } from '../../test/rule-samples.ts';
import { simulate } from './simulate.ts';

describe('a simulation', () => {
  it('lists calls by the outcome that they would have now [G6]', () => {
    const outcomes = {
      same: ['ask', 'ask'],
      looser: ['ask', 'allow'],
      stricter: ['allow', 'ask'],
      over: ['ask', 'deny'],
    } as const;
    const calls = Object.keys(outcomes) as (keyof typeof outcomes)[];
    const result = simulate(
      calls,
      (call) => sampleVerdict(outcomes[call][0]),
      (call) => sampleVerdict(outcomes[call][1]),
    );
    expect([result.calls, result.unchanged]).toEqual([4, 1]);
    const listed = Object.entries(result.newly).map(([outcome, changes]) => [outcome, changes.map(({ call }) => call)]);
    expect(Object.fromEntries(listed)).toEqual({ allow: ['looser'], ask: ['stricter'], deny: ['over'] });
    expect(result.newly.deny[0]).toMatchObject({ before: { outcome: 'ask' }, after: { outcome: 'deny' } });
  });

  it('of no calls changes nothing', () => {
    const never = () => sampleVerdict('deny');
    expect(simulate([], never, never)).toEqual({ calls: 0, unchanged: 0, newly: { allow: [], ask: [], deny: [] } });
  });
});
