import { expect } from 'vitest';
import { levelOfJudgement } from '../src/judgement/judgement.ts';
import { riskOf } from '../src/judgement/level.ts';
import type { Finding, Part } from '../src/judgement/part.ts';
import { parsePolicy } from '../src/rules/parse-policy.ts';
import type { Policy } from '../src/rules/policy.ts';
import type { CallToDecide, Verdict } from '../src/verdict.ts';

export function samplePart(changes: Partial<Part> & { level?: Finding['level'] } = {}): Part {
  const { level = 'MEDIUM', ...others } = changes;
  return {
    argv: null,
    command: null,
    subcommand: null,
    span: null,
    paths: [],
    effects: [],
    findings: [{ id: 'builtin.sample', level, reason: 'It is so.' }],
    isRememberable: true,
    ...others,
  };
}

export function gitPart(subcommand: string, changes: Parameters<typeof samplePart>[0] = {}): Part {
  return samplePart({ argv: ['git', subcommand], command: 'git', subcommand, ...changes });
}

export function sampleCall(tool: string, args: CallToDecide['arguments'] = {}): CallToDecide {
  return {
    tool: { name: tool, source: 'builtin', service: null },
    arguments: args,
    projectId: 'project-1',
    sessionId: 'session-1',
    agentId: 'agent-1',
  };
}

/** A policy of these rules, each as YAML in flow style. */
export function policyOf(...rules: readonly string[]): Policy {
  const parsed = parsePolicy(`version: 1\nrules:\n${rules.map((rule) => `  - ${rule}\n`).join('')}`, 'policy.yaml');
  expect(parsed).toMatchObject({ ok: true });
  return (parsed as { policy: Policy }).policy;
}

export function sampleVerdict(outcome: Verdict['outcome'], changes: Partial<Verdict> = {}): Verdict {
  const judgement = { parts: [samplePart()], findings: [] };
  return {
    outcome,
    risk: riskOf(levelOfJudgement(judgement)),
    ruleId: 'builtin.sample',
    matched: [],
    reasons: ['It is so.'],
    effects: [],
    judgement,
    rulings: [{ part: 0, outcome, risk: 'LOW' }],
    network: false,
    approvalSeconds: undefined,
    ...changes,
  };
}
