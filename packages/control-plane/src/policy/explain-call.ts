import { isDeepStrictEqual } from 'node:util';
import type { Explanation, JsonObject } from '@countersign/contract';
import {
  cutText,
  displayCall,
  type ExplainedVerdict,
  explainVerdict,
  isShowable,
  makeVisible,
  type Policy,
  renderArgv,
  toolToDecide,
} from '@countersign/policy';
import { applyGrants } from '../admission/apply-grants.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { Assessment } from '../ports/gate.ts';
import type { EditablePolicy } from '../ports/policy.ts';
import { grantViews } from '../views/grant-view.ts';
import type { CallToExplain } from './call-to-explain.ts';
import { policyLimits } from './limits.ts';

const { listMax, textLengthMax } = policyLimits;

/** G6: which rule decides on a call, and why. Everything that is told was made from real arguments, and is masked (G8). */
export async function explainCall(
  plane: ControlPlane,
  policy: EditablePolicy,
  call: CallToExplain,
  by: Policy,
): Promise<Explanation> {
  const { tool, arguments: args, projectId, agentId } = call;
  const { definition } = tool;
  const whose = { projectId, sessionId: call.sessionId ?? '', agentId };
  const { riskLevel, approvalTimeoutSeconds, ...verdict } = policy
    .gateBy(by)
    .assess({ tool: definition, arguments: args, ...whose });
  const explained = explainVerdict(
    by,
    { tool: toolToDecide(definition), arguments: args, ...whose },
    { ...verdict, risk: riskLevel },
  );
  const masked = plane.redactor.json(args) as JsonObject;
  const assessment = { ...verdict, riskLevel, approvalTimeoutSeconds };
  const shown = (text: string): string => cutText(makeVisible(plane.redactor.text(text)), textLengthMax);
  return {
    tool_name: definition.name,
    ...told(explained, shown, isDeepStrictEqual(masked, args)),
    timeout_seconds: explained.outcome === 'ask' ? approvalTimeoutSeconds : null,
    display: displayCall(
      { toolName: definition.name, params: masked },
      {
        mask: (text) => plane.redactor.text(text),
        judged: { judgement: verdict.judgement, rulings: verdict.rulings, arguments: args },
        files: [],
        request: tool.describeRequest?.(args) ?? null,
      },
    ),
    grant: await grantFor(plane, call, assessment),
    policy_version: by.version,
  };
}

type Told = Omit<Explanation, 'tool_name' | 'timeout_seconds' | 'display' | 'grant' | 'policy_version'>;

function told(explained: ExplainedVerdict, shown: (text: string) => string, isOpen: boolean): Told {
  const effectsOf = (effects: ExplainedVerdict['effects']) =>
    effects.slice(0, listMax).map(({ kind, target }) => ({ kind, target: shown(target) }));
  return {
    outcome: explained.outcome,
    risk_level: explained.risk,
    rule_id: explained.ruleId,
    reasons: explained.reasons.map(shown),
    matched: explained.matched
      .slice(0, listMax)
      .map(({ id, outcome, reason, part }) => ({ rule_id: id, outcome, reason: shown(reason), part })),
    held_back: explained.heldBack
      .slice(0, listMax)
      .map(({ ruleId, upTo, part }) => ({ rule_id: ruleId, up_to: upTo, part })),
    parts: explained.parts.map(({ level, argv, command, subcommand, paths, effects, findings }) => ({
      risk_level: level === 'DENY' ? 'HIGH' : level,
      command: command === null ? null : shown(command),
      subcommand: subcommand === null ? null : shown(subcommand),
      // Taken apart, a secret may have no shape by which it would be known.
      text: argv === null || !isOpen ? null : cutText(renderArgv(argv), textLengthMax),
      paths: paths
        .slice(0, listMax)
        .map(({ path, access, isInside }) => ({ path: shown(path), access, inside: isInside })),
      effects: effectsOf(effects),
      findings: findings.slice(0, listMax).map(({ reason }) => shown(reason)),
    })),
    effects: effectsOf(explained.effects),
    network: explained.network,
  };
}

/** A2: the remembered decision that would answer for a person, were the call made now. */
async function grantFor(
  plane: ControlPlane,
  { tool, arguments: args, sessionId }: CallToExplain,
  assessment: Assessment,
): Promise<Explanation['grant']> {
  const { name } = tool.definition;
  if (sessionId === null || assessment.outcome !== 'ask' || !isShowable({ toolName: name, params: args })) return null;
  const grants = await plane.store.listActiveGrants(sessionId, plane.clock.now());
  const grant = applyGrants(assessment, { toolName: name, toolVersion: tool.version, arguments: args }, grants);
  if (!grant) return null;
  const [view] = await grantViews(plane, [grant]);
  return view ?? null;
}
