import type { Config } from '@countersign/config';
import { type CallToDecide, explainVerdict, type ToolToJudge } from '@countersign/policy';
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
  const { outcome, risk, ruleId, reasons, matched, heldBack, findings, parts, effects, network } = explainVerdict(
    policy,
    decided,
    verdict,
  );
  return {
    outcome,
    risk,
    rule: ruleId,
    reasons,
    matched: matched.map(({ id, outcome: said, reason, part }) => ({ rule: id, outcome: said, reason, part })),
    held_back: heldBack.map(({ ruleId: id, upTo, part }) => ({ rule: id, up_to: upTo, part })),
    findings,
    parts: parts.map(({ paths, ...part }) => ({
      ...part,
      paths: paths.map(({ given, path, access, isInside }) => ({ given, path, access, inside: isInside })),
    })),
    effects,
    network,
    approval_seconds: verdict.approvalSeconds ?? null,
    policy: { file: policy.fileName, version: policy.version },
  };
}
