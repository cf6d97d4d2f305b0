import {
  isoTime,
  type PolicyOutcome,
  type ProjectId,
  type SimulatedChange,
  type Simulation,
} from '@countersign/contract';
import { decideJudged, type Policy, type Verdict } from '@countersign/policy';
import type { ControlPlane } from '../control-plane.ts';
import { maskTexts } from '../mask-texts.ts';
import type { EditablePolicy } from '../ports/policy.ts';
import { policyLimits } from './limits.ts';
import { recordedCalls } from './recorded-calls.ts';

/** G6: what another policy would do to the calls of a project, compared with the one in force. Runs and records nothing. */
export async function simulatePolicy(
  plane: ControlPlane,
  policy: EditablePolicy,
  projectId: ProjectId,
  { text, callsMax }: { readonly text: string; readonly callsMax: number },
): Promise<Simulation> {
  const loaded = await policy.load(text);
  if (!loaded.ok) return { ...emptySimulation(), problems: maskTexts(plane.redactor, [...loaded.problems]) };
  const [before, after] = [policy.inForce, loaded.policy];
  const simulation = emptySimulation();
  for await (const { recorded, judged } of recordedCalls(plane, policy, projectId, callsMax)) {
    if (judged === null) {
      simulation.skipped += 1;
      continue;
    }
    simulation.calls += 1;
    const by = (each: Policy): Verdict => decideJudged(each, judged.call, judged.judgement);
    const [was, would] = [by(before), by(after)];
    if (was.outcome === would.outcome) {
      simulation.unchanged += 1;
      continue;
    }
    simulation.newly[would.outcome] += 1;
    if (simulation.changes.length < policyLimits.changesMax) {
      const { toolName, description, createdAt } = recorded.request;
      simulation.changes.push({
        tool_id: recorded.id,
        tool_name: toolName,
        description,
        created_at: isoTime(createdAt),
        before: shortVerdict(was),
        after: shortVerdict(would),
      });
    }
  }
  return simulation;
}

type Counted = Omit<Simulation, 'newly'> & { newly: Record<PolicyOutcome, number> };

function emptySimulation(): Counted {
  return { problems: [], calls: 0, skipped: 0, unchanged: 0, newly: { allow: 0, ask: 0, deny: 0 }, changes: [] };
}

function shortVerdict({ outcome, ruleId, risk }: Verdict): SimulatedChange['before'] {
  return { outcome, rule_id: ruleId, risk_level: risk };
}
