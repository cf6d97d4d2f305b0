import type { Config } from '@countersign/config';
import {
  type CallToDecide,
  heldBackRules,
  levelOf,
  type Policy,
  type ToolToJudge,
  type Verdict,
} from '@countersign/policy';
import type { Terminal } from '../../terminal.ts';
import { judgeWith, openPolicy, type Place, workspaceAt } from './open-judge.ts';
import type { RecordedCall } from './recorded-call.ts';

export type Explanation = ReturnType<typeof explain>;

/** Why a call is decided as it is: every rule that had a say, and what was found in every part. */
export function explain(
  call: RecordedCall,
  tools: readonly ToolToJudge[] | undefined,
  { policyFile, toolLimits }: Pick<Config, 'policyFile' | 'toolLimits'>,
  place: Place,
  terminal: Terminal,
) {
  const policy = openPolicy(policyFile, terminal, toolLimits.bashDenylist);
  let decided: CallToDecide | null = null;
  const judge = judgeWith(policy, tools, (resolved) => {
    decided = resolved;
  });
  const verdict = judge(call, workspaceAt(place, terminal));
  return {
    outcome: verdict.outcome,
    risk: verdict.risk,
    rule: verdict.ruleId,
    reasons: verdict.reasons,
    matched: verdict.matched.map(({ id, outcome, reason, part }) => ({ rule: id, outcome, reason, part })),
    held_back: decided === null ? [] : heldBack(policy, decided, verdict),
    findings: verdict.judgement.findings,
    parts: verdict.judgement.parts.map((part) => ({
      level: levelOf(part),
      argv: part.argv,
      command: part.command,
      subcommand: part.subcommand,
      paths: part.paths.map(({ given, path, access, isInside }) => ({ given, path, access, inside: isInside })),
      effects: part.effects,
      findings: part.findings,
    })),
    effects: verdict.effects,
    network: verdict.network,
    approval_seconds: verdict.approvalSeconds ?? null,
    policy: { file: policy.fileName, version: policy.version },
  };
}

/** Rules that would allow, were the part not above what they let through: often what somebody looks for. */
function heldBack(policy: Policy, call: CallToDecide, { judgement }: Verdict) {
  return judgement.parts.flatMap((part, index) =>
    heldBackRules(policy, call, part, levelOf(part)).map(({ id, upTo }) => ({ rule: id, up_to: upTo, part: index })),
  );
}
