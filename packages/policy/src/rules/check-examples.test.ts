import { describe, expect, it } from 'vitest';
import { policyOf, sampleVerdict } from '../../test/rule-samples.ts';
import { cameOutText, checkExamples, runExamples } from './check-examples.ts';
import { loadPolicy } from './load-policy.ts';

const text = `version: 1
rules:
  - id: a
    match: { tool: bash }
    outcome: ask
    examples:
      - { tool: bash, outcome: ask }
      - { tool: bash, outcome: ask, risk: HIGH }
      - { tool: bash, outcome: deny }
`;

describe('examples', () => {
  it('that come out otherwise are problems with line, expectation, outcome and why [G6]', () => {
    const loaded = loadPolicy(text, 'p.yaml', () => sampleVerdict('ask'));
    expect(loaded).toEqual({
      ok: false,
      problems: [
        {
          line: 8,
          column: 9,
          message:
            'an example of a is wrong: expected ask with HIGH risk, but builtin.sample says ask with MEDIUM risk: It is so. Change the rule, or what the example expects',
        },
        { line: 9, column: 9, message: expect.stringContaining('expected deny, but builtin.sample says ask') },
      ],
    });
  });

  it('that come out as they say let the policy be used [G6]', () => {
    const judge = (_: unknown, { outcome }: { outcome: 'allow' | 'ask' | 'deny' }) =>
      sampleVerdict(outcome, { risk: 'HIGH' });
    expect(loadPolicy(text, 'p.yaml', judge)).toMatchObject({ ok: true, policy: { fileName: 'p.yaml' } });
  });

  it('are not run in a file that cannot be read', () => {
    const never = () => {
      throw new Error('nothing is to be judged');
    };
    expect(loadPolicy('version: 1', 'p.yaml', never)).toMatchObject({ ok: false });
  });

  it('are all reported, right or wrong', () => {
    const policy = policyOf(
      '{ id: a, match: { tool: x }, outcome: ask, examples: [{ tool: x, outcome: ask }, { tool: x, outcome: deny }] }',
    );
    expect(runExamples(policy, () => sampleVerdict('ask')).map(({ ruleId, isRight }) => [ruleId, isRight])).toEqual([
      ['a', true],
      ['a', false],
    ]);
    expect(checkExamples(policyOf(), () => sampleVerdict('ask'))).toEqual([]);
  });

  it('say what came out also where there is no reason', () => {
    expect(cameOutText(sampleVerdict('deny', { reasons: [] }))).toBe('builtin.sample says deny with MEDIUM risk');
  });
});
