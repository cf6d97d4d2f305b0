import { isoTime, type PolicyOutcome, type PolicyView, type ProjectId, type RuleView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy';
import type { ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import { type RuleHits, ruleHits } from '../figures/rule-hits.ts';
import { maskTexts } from '../mask-texts.ts';
import type { EditablePolicy, PolicyFileNow } from '../ports/policy.ts';
import type { User } from '../principal.ts';
import { policyLimits } from './limits.ts';
import { newestCalls } from './recorded-calls.ts';

/** The rules in force, and what they did in one project. What would be a secret in them is masked (G8). */
export async function policyView(
  plane: ControlPlane,
  policy: EditablePolicy,
  user: User,
  projectId: ProjectId,
): Promise<PolicyView> {
  const { redactor } = plane;
  const file = await policy.readFile();
  const hits = await ruleHits(plane, projectId);
  const builtIn = await builtInRules(plane, projectId, hits);
  return {
    version: policy.inForce.version,
    file: file.path,
    text: file.text === null ? null : redactor.text(file.text),
    text_hash: file.textHash,
    problems: maskTexts(redactor, [...file.problems]),
    can_save: user.isAdmin && file.unwritable === null && !holdsSecret(plane, file.text),
    rules: maskTexts(redactor, [...rulesOfFile(policy, file, hits), ...ruleOfSettings(policy, hits), ...builtIn]),
    looked_at: { calls: hits.calls, since: isoTime(hits.since), is_complete: hits.isComplete },
  };
}

/** Such a file is shown with something left out: nobody could give it back whole. */
export function holdsSecret({ redactor }: Pick<ControlPlane, 'redactor'>, text: string | null): boolean {
  return text !== null && redactor.text(text) !== text;
}

function rulesOfFile({ inForce }: EditablePolicy, file: PolicyFileNow, hits: RuleHits): RuleView[] {
  return inForce.rules.flatMap(({ id, outcome, reason }): RuleView[] => {
    const written = file.ruleTexts.get(id);
    if (!written) return [];
    // A line of a file that is another by now would lead astray.
    const line = file.isInForce ? written.line : null;
    const text = makeVisible(written.text);
    return [{ rule_id: id, source: 'file', outcome, reason: makeVisible(reason), text, line, ...hitsOf(hits, id) }];
  });
}

function ruleOfSettings({ inForce, deniedCommands }: EditablePolicy, hits: RuleHits): RuleView[] {
  const rule = deniedCommands.length === 0 ? undefined : inForce.rules.at(-1);
  if (!rule) return [];
  const named = deniedCommands.map((command) => `"${makeVisible(command)}"`).join(', ');
  const reason = `Never run here, whoever approves it: ${named}. The setting tool_bash_denylist says so.`;
  return [
    {
      rule_id: rule.id,
      source: 'settings',
      outcome: 'deny',
      reason,
      text: null,
      line: null,
      ...hitsOf(hits, rule.id),
    },
  ];
}

const builtInPrefix = 'builtin.';

/** Those that decided on something here; there are too many to list them all. The one that did so last comes first. */
async function builtInRules(plane: ControlPlane, projectId: ProjectId, hits: RuleHits): Promise<RuleView[]> {
  const ids = [...hits.byRule].filter(([id]) => id.startsWith(builtInPrefix));
  if (ids.length === 0) return [];
  const newest = await newestByRule(plane, projectId, new Set(ids.map(([id]) => id)));
  return ids
    .toSorted(([, one], [, other]) => other.lastHitAt - one.lastHitAt)
    .map(([id]) => {
      const call = newest.get(id);
      return {
        rule_id: id,
        source: 'builtin',
        outcome: call ? outcomeOf(call) : null,
        reason: makeVisible(call?.request.reasons[0] ?? 'A rule that comes with Countersign.'),
        text: null,
        line: null,
        ...hitsOf(hits, id),
      };
    });
}

async function newestByRule(
  plane: ControlPlane,
  projectId: ProjectId,
  wanted: Set<string>,
): Promise<ReadonlyMap<string, ToolCall>> {
  const found = new Map<string, ToolCall>();
  for await (const call of newestCalls(plane, projectId, policyLimits.reasonCallsMax)) {
    const { ruleId } = call.request;
    if (wanted.delete(ruleId)) found.set(ruleId, call);
    if (wanted.size === 0) break;
  }
  return found;
}

/** A built-in rule lets run what is LOW and asks about the rest, unless it denies. */
function outcomeOf({ request, state }: ToolCall): PolicyOutcome {
  if (state.status === 'rejected' && state.by.kind === 'policy') return 'deny';
  return request.riskLevel === 'LOW' ? 'allow' : 'ask';
}

function hitsOf({ byRule }: RuleHits, ruleId: string): Pick<RuleView, 'hits' | 'last_hit_at'> {
  const found = byRule.get(ruleId);
  return found ? { hits: found.hits, last_hit_at: isoTime(found.lastHitAt) } : { hits: 0, last_hit_at: null };
}
