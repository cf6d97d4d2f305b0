import { describe, expect, it } from 'vitest';
import { workspaceOf } from '../test/places.ts';
import { policyOf, sampleCall } from '../test/rule-samples.ts';
import { decide } from './decide.ts';
import { emptyPolicy } from './rules/policy.ts';

const script = (cmd: string) => sampleCall('bash', { cmd });

describe('the decision on a call', () => {
  it.each([
    ['ls', 'allow', 'LOW'],
    ['git status', 'ask', 'MEDIUM'],
    ['make', 'ask', 'HIGH'],
    ['sudo ls', 'deny', 'HIGH'],
  ])('without rules follows the risk: %s [G4]', (cmd, outcome, risk) => {
    expect(decide(emptyPolicy, script(cmd), workspaceOf())).toMatchObject({ outcome, risk });
  });

  it('gives the network to what needs it, to what a rule gives it, and never against a rule [T6]', () => {
    const network = (cmd: string, ...rules: string[]) => decide(policyOf(...rules), script(cmd), workspaceOf()).network;
    const given = '{ id: given, match: { command: node }, outcome: ask, network: true }';
    const taken = '{ id: taken, match: { command: curl }, outcome: ask, network: false }';
    expect([network('npm install'), network('curl https://example.org')]).toEqual([true, true]);
    expect([network('node s.js'), network('ls'), network('sudo ls')]).toEqual([false, false, false]);
    expect([network('node s.js', given), network('ls && node s.js', given)]).toEqual([true, true]);
    expect(network('curl https://example.org', taken)).toBe(false);
    expect(network('node s.js; curl https://example.org', given, taken)).toBe(false);
    expect(
      network(
        'curl https://example.org',
        taken,
        '{ id: both, match: { command: curl }, outcome: ask, risk: HIGH, network: true }',
      ),
    ).toBe(false);
  });

  it('is that of its strictest part [G6]', () => {
    const { outcome, risk, reasons, effects } = decide(emptyPolicy, script('ls && make && git status'), workspaceOf());
    expect({ outcome, risk }).toEqual({ outcome: 'ask', risk: 'HIGH' });
    expect(reasons[0]).toContain('make');
    expect(effects).toContainEqual({ kind: 'executes', target: 'make' });
  });

  it('lets a rule allow only what covers every part [G6]', () => {
    const policy = policyOf('{ id: look, match: { command: git, subcommand: status }, outcome: allow }');
    expect(decide(policy, script('git status'), workspaceOf())).toMatchObject({ outcome: 'allow', ruleId: 'look' });
    expect(decide(policy, script('git status; git push'), workspaceOf()).outcome).toBe('ask');
  });

  it('keeps denied what code denies, whatever rules say [G4, G6]', () => {
    const policy = policyOf('{ id: all, match: { tool: bash }, outcome: allow }');
    const { outcome, ruleId, matched } = decide(policy, script('sudo ls'), workspaceOf());
    expect({ outcome, ruleId }).toEqual({ outcome: 'deny', ruleId: 'builtin.command.denied' });
    expect(matched.map(({ id }) => id)).toContain('builtin.command.denied');
  });

  it('takes the risk of a rule where it is higher, and never asks about something LOW [G5, G6]', () => {
    const raised = policyOf('{ id: careful, match: { command: git }, outcome: ask, risk: HIGH, timeout_seconds: 60 }');
    expect(decide(raised, script('git status'), workspaceOf())).toMatchObject({ risk: 'HIGH', approvalSeconds: 60 });
    const asking = policyOf('{ id: ask, match: { command: ls }, outcome: ask }');
    expect(decide(asking, script('ls'), workspaceOf())).toMatchObject({ outcome: 'ask', risk: 'MEDIUM' });
  });

  it('says the rule first, and what code noticed after it [G6]', () => {
    const policy = policyOf('{ id: careful, description: Be careful., match: { command: make }, outcome: ask }');
    const { reasons } = decide(policy, script('make'), workspaceOf());
    expect(reasons).toEqual(['Be careful.', expect.stringContaining('make')]);
  });

  it('is HIGH where a rule denies [G6]', () => {
    const policy = policyOf('{ id: never, match: { command: ls }, outcome: deny }');
    expect(decide(policy, script('ls'), workspaceOf())).toMatchObject({
      outcome: 'deny',
      risk: 'HIGH',
      ruleId: 'never',
    });
  });

  it('of a call that does nothing at all is to ask [G7]', () => {
    const verdict = decide(emptyPolicy, script(' '), workspaceOf());
    expect(verdict).toMatchObject({ outcome: 'ask', risk: 'HIGH', ruleId: 'builtin.call.empty' });
  });

  it('names what is wrong with the call as a whole [G3]', () => {
    const { outcome, matched } = decide(emptyPolicy, script('ls &'), workspaceOf());
    expect(outcome).toBe('ask');
    expect(matched).toContainEqual(expect.objectContaining({ id: 'builtin.script.background', part: null }));
  });

  it('says how many more reasons there are than anybody reads', () => {
    const args = Array.from({ length: 200 }, (_, index) => `/outside/${index}`);
    const { reasons } = decide(emptyPolicy, sampleCall('execute_command', { command: 'cat', args }), workspaceOf());
    expect(reasons.at(-1)).toMatch(/^There are \d+ more reasons like these\.$/);
  });
});
