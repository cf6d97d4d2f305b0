import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgedCall, judgedScript } from '../test/gate-samples.ts';
import { policyOf } from '../test/rule-samples.ts';
import { limits } from './limits.ts';

const verdictOn = (...given: Parameters<typeof judgedScript>) => judgedScript(...given).verdict;

describe('what is told of a decision', () => {
  it('begins with what decided, goes on with what is as strict, the higher risk first, and says nothing twice [G6]', () => {
    const { reasons } = verdictOn('git status; npm test; make; git diff; git status');
    const [first, ...others] = reasons;
    expect(first).toContain('make');
    expect(others.map((reason) => reason.split(' ').slice(0, 2).join(' '))).toEqual([
      'git status',
      'npm test',
      'git diff',
    ]);
  });

  it('goes on with what is as risky before what is less so, wherever it stands [G6]', () => {
    const { reasons } = verdictOn('git status; make; npm test; gcc a.c');
    expect(reasons.map((reason) => reason.split(' ')[0])).toEqual(['make', 'gcc', 'git', 'npm']);
  });

  it('leaves out what is milder than the decision [G6]', () => {
    const { reasons, outcome } = verdictOn('git status; sudo ls');
    expect(outcome).toBe('deny');
    expect(reasons.join(' ')).not.toContain('git');
    expect(reasons).not.toHaveLength(0);
  });

  it('is of the first of two parts that are as strict [G6]', () => {
    const policy = policyOf(
      '{ id: one, match: { command: git }, outcome: ask }',
      '{ id: two, match: { command: npm }, outcome: ask }',
    );
    expect(verdictOn('git status; npm test', policy).ruleId).toBe('one');
    expect(verdictOn('npm test; git status', policy).ruleId).toBe('two');
  });

  it('counts what it leaves out, and leaves nothing out that is read [U2]', () => {
    const reasonsFor = (count: number) =>
      judgedCall('execute_command', {
        command: 'cat',
        args: Array.from({ length: count }, (_, index) => `/outside/${index}`),
      }).verdict.reasons;
    expect(reasonsFor(limits.reasonsMax)).toHaveLength(limits.reasonsMax);
    expect(reasonsFor(limits.reasonsMax).join(' ')).not.toContain('more reasons');
    expect(reasonsFor(limits.reasonsMax + 3)).toHaveLength(limits.reasonsMax + 1);
    expect(reasonsFor(limits.reasonsMax + 3).at(-1)).toBe('There are 3 more reasons like these.');
  });

  it('is only the rule where it allows or denies, and where code noticed nothing [G6]', () => {
    const said = (outcome: string, cmd: string) =>
      verdictOn(cmd, policyOf(`{ id: r, match: { tool: bash }, outcome: ${outcome}, description: So it is. }`)).reasons;
    expect(said('deny', 'make')).toEqual(['So it is.']);
    expect(said('allow, up_to: HIGH', 'make')).toEqual(['So it is.']);
    expect(said('ask', 'ls')).toEqual(['So it is.']);
    expect(said('ask', 'make')).toHaveLength(2);
  });

  it('names every rule that had a say, by the part that it was about [G6]', () => {
    const policy = policyOf(
      '{ id: yes, match: { command: git }, outcome: allow, description: Fine. }',
      '{ id: no, match: { command: npm }, outcome: deny, description: Never. }',
    );
    const { matched } = verdictOn('git status && npm test', policy);
    expect(matched.filter(({ id }) => !id.startsWith('builtin.'))).toEqual([
      { id: 'yes', outcome: 'allow', reason: 'Fine.', part: 0 },
      { id: 'no', outcome: 'deny', reason: 'Never.', part: 1 },
    ]);
    expect(matched.filter(({ id }) => id.startsWith('builtin.')).map(({ outcome, part }) => [outcome, part])).toEqual([
      ['ask', 0],
      ['ask', 1],
    ]);
  });

  it('names only what made a part as risky as it is [G4]', () => {
    const { matched } = verdictOn('cat .env');
    expect(matched).toEqual([expect.objectContaining({ id: 'builtin.path.secret', outcome: 'ask', part: 0 })]);
    expect(verdictOn('ls').matched).toEqual([expect.objectContaining({ outcome: 'allow', part: 0 })]);
    expect(verdictOn('sudo ls').matched).toEqual([expect.objectContaining({ outcome: 'deny', part: 0 })]);
  });
});

describe('the rulings of a decision', () => {
  it('are one for each part, and one for the whole only where something is said of it [G6]', () => {
    expect(verdictOn('ls; git status').rulings).toEqual([
      { part: 0, outcome: 'allow', risk: 'LOW' },
      { part: 1, outcome: 'ask', risk: 'MEDIUM' },
    ]);
    expect(verdictOn('(ls)').rulings).toEqual([
      { part: 0, outcome: 'allow', risk: 'LOW' },
      { part: null, outcome: 'ask', risk: 'MEDIUM' },
    ]);
    expect(verdictOn('(ls) > /dev/null').rulings).toEqual([
      { part: 0, outcome: 'allow', risk: 'LOW' },
      { part: 1, outcome: 'allow', risk: 'LOW' },
      { part: null, outcome: 'ask', risk: 'MEDIUM' },
    ]);
    expect(verdictOn('').rulings).toEqual([{ part: null, outcome: 'ask', risk: 'HIGH' }]);
  });

  it('are what the decision is made of: as strict as the strictest, as risky as the riskiest of these [G6]', () => {
    const outcomes = ['allow', 'ask', 'deny'];
    const risks = ['LOW', 'MEDIUM', 'HIGH'];
    const command = fc.constantFrom('ls', 'git status', 'make', 'sudo ls', 'cat .env', '(ls)', 'npm test &', '');
    const rule = fc.record({
      command: fc.constantFrom('git', 'make', 'ls', 'sudo', 'npm'),
      outcome: fc.constantFrom('allow, up_to: HIGH', 'ask', 'ask, risk: HIGH', 'deny'),
    });
    fc.assert(
      fc.property(
        fc.array(command, { maxLength: 4 }),
        fc.array(rule, { minLength: 1, maxLength: 3 }),
        (script, rules) => {
          const policy = policyOf(
            ...rules.map(
              (each, index) => `{ id: r${index}, match: { command: ${each.command} }, outcome: ${each.outcome} }`,
            ),
          );
          const { outcome, risk, rulings } = verdictOn(script.join('\n'), policy);
          const strictest = Math.max(...rulings.map((ruling) => outcomes.indexOf(ruling.outcome)));
          expect(outcome).toBe(outcomes[strictest]);
          const asStrict = rulings.filter((ruling) => ruling.outcome === outcome);
          expect(risk).toBe(risks[Math.max(...asStrict.map((ruling) => risks.indexOf(ruling.risk)))]);
        },
      ),
    );
  });

  it('give a person no less risk to read than code saw, and no rule makes a denied part milder [G5, G6]', () => {
    const asking = policyOf('{ id: r, match: { tool: bash }, outcome: ask, risk: MEDIUM }');
    expect(verdictOn('make', asking)).toMatchObject({ outcome: 'ask', risk: 'HIGH' });
    expect(verdictOn('ls', asking)).toMatchObject({ outcome: 'ask', risk: 'MEDIUM' });
    expect(verdictOn('sudo ls', asking)).toMatchObject({ outcome: 'deny', ruleId: 'builtin.command.denied' });
    const allowing = policyOf('{ id: r, match: { tool: bash }, outcome: allow, up_to: HIGH }');
    expect(verdictOn('make', allowing)).toMatchObject({ outcome: 'allow', risk: 'HIGH' });
    expect(verdictOn('ls', allowing)).toMatchObject({ outcome: 'allow', risk: 'LOW', ruleId: 'r' });
    expect(verdictOn('sudo make', allowing)).toMatchObject({
      outcome: 'deny',
      risk: 'HIGH',
      approvalSeconds: undefined,
    });
  });
});
