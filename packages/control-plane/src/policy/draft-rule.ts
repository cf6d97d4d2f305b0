import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, PolicyOutcome, ProjectId, RuleDraft, RuleDrafts } from '@countersign/contract';
import {
  type CallToDecide,
  type DraftedRule,
  decideJudged,
  hasSay,
  judgeCall,
  makeVisible,
  toolToDecide,
} from '@countersign/policy';
import type { ControlPlane } from '../control-plane.ts';
import { maskTexts } from '../mask-texts.ts';
import type { EditablePolicy } from '../ports/policy.ts';
import { redactionMarker } from '../ports/redactor.ts';
import type { CallToExplain } from './call-to-explain.ts';
import { policyLimits } from './limits.ts';
import { recordedCalls } from './recorded-calls.ts';

/** G6: rules that would decide on calls like this one, each with how many of the newest calls it would have decided on. */
export async function draftRule(
  plane: ControlPlane,
  policy: EditablePolicy,
  call: CallToExplain,
  outcome: PolicyOutcome,
): Promise<RuleDrafts> {
  const { redactor } = plane;
  const file = await policy.readFile();
  if (file.problems.length > 0)
    return { drafts: [], note: 'The policy file cannot be used as it is. Mend it first, and then add to it.' };
  const asked = callToDecide(call);
  const judgement = judgeCall(asked, policy.workspace);
  const masked = redactor.json(asked.arguments) as JsonObject;
  const example = isDeepStrictEqual(masked, asked.arguments) && !isMasked(masked) ? masked : null;
  const { drafts, note } = await policy.draft(asked, decideJudged(policy.inForce, asked, judgement), outcome, example);
  const open = drafts.filter(({ rule }) => maskTexts(redactor, rule) === rule && !isMasked(rule));
  return {
    drafts: await counted(plane, policy, call.projectId, open, outcome),
    note: open.length > 0 ? null : makeVisible(redactor.text(note ?? holdsSecret)),
  };
}

const holdsSecret = 'A rule about it would hold something that is kept secret. Approve such calls one by one.';

/** Of a call whose real arguments are gone: a rule about what stands for a secret would match nothing. */
function isMasked(value: unknown): boolean {
  return JSON.stringify(value).replaceAll('\\', '').includes(redactionMarker);
}

function callToDecide({ tool, arguments: args, projectId, sessionId, agentId }: CallToExplain): CallToDecide {
  return {
    tool: toolToDecide(tool.definition),
    arguments: args,
    projectId,
    sessionId: sessionId ?? '',
    agentId,
  };
}

async function counted(
  plane: ControlPlane,
  policy: EditablePolicy,
  projectId: ProjectId,
  drafts: readonly DraftedRule[],
  outcome: PolicyOutcome,
): Promise<RuleDraft[]> {
  if (drafts.length === 0) return [];
  const policies = drafts.map((draft) => policy.policyOf(draft));
  const covered = drafts.map(() => 0);
  let of = 0;
  for await (const { judged } of recordedCalls(plane, policy, projectId, policyLimits.draftCallsMax)) {
    if (judged === null) continue;
    of += 1;
    for (const [index, draft] of drafts.entries()) {
      const verdict = decideJudged(policies[index]!, judged.call, judged.judgement);
      if (hasSay(verdict, draft.id, outcome)) covered[index]! += 1;
    }
  }
  return drafts.map(({ id, text, reason, policyText }, index) => ({
    rule_id: id,
    rule: text,
    reason: makeVisible(reason),
    policy_text: plane.redactor.text(policyText),
    past_calls: { covered: covered[index]!, of },
  }));
}
