import type { RiskLevel } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { workspaceOf } from '../test/places.ts';
import { policyOf } from '../test/rule-samples.ts';
import { policyGate } from './policy-gate.ts';
import { emptyPolicy, type Policy } from './rules/policy.ts';

function gateWith(policy: () => Policy = () => emptyPolicy) {
  return policyGate({ policy, workspace: workspaceOf(), approvalSeconds: { MEDIUM: 600, HIGH: null } });
}

const github = { source: 'github', method: 'GET', host: 'api.example.org' };

function request(name: string, args: object, tool: { upstream?: typeof github & { risk_level: RiskLevel } } = {}) {
  return {
    tool: { name, ...tool },
    arguments: args as Record<string, never>,
    projectId: 'project-1',
    sessionId: 'session-1',
    agentId: 'agent-1',
  };
}

describe('the gate', () => {
  it.each([
    ['ls', 'allow', 'LOW', null],
    ['git status', 'ask', 'MEDIUM', 600],
    ['make', 'ask', 'HIGH', null],
    ['sudo ls', 'deny', 'HIGH', null],
  ])('gives a person the time that goes with the risk: %s [L5, G4]', (cmd, outcome, riskLevel, seconds) => {
    const assessed = gateWith().assess(request('bash', { cmd }));
    expect(assessed).toMatchObject({ outcome, riskLevel, approvalTimeoutSeconds: seconds });
    expect(assessed).not.toHaveProperty('risk');
  });

  it.each([
    ['timeout_seconds: 60', 60],
    ['timeout_seconds: none', null],
    ['risk: MEDIUM', 600],
  ])('lets a rule say how long a person has: %s [L5, G6]', (says, seconds) => {
    const policy = policyOf(`{ id: r, match: { command: git }, outcome: ask, ${says} }`);
    expect(gateWith(() => policy).assess(request('bash', { cmd: 'git status' }))).toMatchObject({
      ruleId: 'r',
      approvalTimeoutSeconds: seconds,
    });
  });

  it('judges by the policy that is in force when a call comes [G6]', () => {
    let policy = emptyPolicy;
    const gate = gateWith(() => policy);
    expect(gate.assess(request('bash', { cmd: 'ls' })).outcome).toBe('allow');
    expect(gate.policyVersion).toBe('builtin');
    policy = policyOf('{ id: r, match: { agent: agent-1, session: session-1, project: project-1 }, outcome: deny }');
    expect(gate.assess(request('bash', { cmd: 'ls' })).outcome).toBe('deny');
    expect(gate.policyVersion).toBe(policy.version);
  });

  it('takes a tool for a built-in one unless it says where it comes from [G5, U1]', () => {
    const levelOf = (name: string, tool: Parameters<typeof request>[2]) =>
      gateWith().assess(request(name, { path: 'a' }, tool)).riskLevel;
    expect(levelOf('read_file', {})).toBe('LOW');
    expect(levelOf('read_file', { upstream: { ...github, risk_level: 'HIGH' } })).toBe('HIGH');
    expect(levelOf('search', {})).toBe('HIGH');
    expect(levelOf('search', { upstream: { ...github, risk_level: 'LOW' } })).toBe('LOW');
  });

  it('lets rules be about the source and the method of a service [G6, U1]', () => {
    const policy = policyOf('{ id: r, match: { source: github, method: [GET, HEAD] }, outcome: deny }');
    const outcomeOf = (tool: Parameters<typeof request>[2]) =>
      gateWith(() => policy).assess(request('search', {}, tool)).outcome;
    expect(outcomeOf({ upstream: { ...github, risk_level: 'LOW' } })).toBe('deny');
    expect(outcomeOf({ upstream: { ...github, method: 'POST', risk_level: 'LOW' } })).toBe('allow');
    expect(outcomeOf({})).toBe('ask');
    const byMethod = policyOf('{ id: r, match: { method: GET }, outcome: deny }');
    expect(gateWith(() => byMethod).assess(request('search', {})).outcome).toBe('ask');
  });
});

describe('what a tool is worth before its arguments are known', () => {
  it.each(['read', 'read_file', 'ls', 'list_directory', 'find', 'grep'])(
    '%s: LOW, and nobody is asked [G5]',
    (name) => {
      const said = gateWith().outlook({ name });
      expect(said).toEqual({ outcome: 'allow', riskLevel: 'LOW', approvalTimeoutSeconds: null });
    },
  );

  it.each(['write', 'write_file', 'edit', 'execute_command', 'bash'])(
    '%s: MEDIUM, and somebody is asked [G5]',
    (name) => {
      const said = gateWith().outlook({ name });
      expect(said).toEqual({ outcome: 'ask', riskLevel: 'MEDIUM', approvalTimeoutSeconds: 600 });
    },
  );

  it('of any other name is HIGH [G5]', () => {
    const said = gateWith().outlook({ name: 'search_web' });
    expect(said).toEqual({ outcome: 'ask', riskLevel: 'HIGH', approvalTimeoutSeconds: null });
  });

  it.each(['LOW', 'HIGH'] as const)('is what its service has it for, whatever its name is: %s [U1]', (riskLevel) => {
    const tool = { name: 'read_file', upstream: { ...github, risk_level: riskLevel } };
    expect(gateWith().outlook(tool)).toMatchObject({ outcome: riskLevel === 'LOW' ? 'allow' : 'ask', riskLevel });
  });
});
