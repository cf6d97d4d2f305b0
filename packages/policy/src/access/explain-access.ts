import type { AccessExplanation, JsonObject, JsonValue } from '@countersign/contract';
import { cutText } from '../display/cut-text.ts';
import { makeVisible } from '../display/make-visible.ts';
import type { Selector } from './access-file.ts';
import { claimAt } from './claim-at.ts';
import type { AccessTool } from './compile-group.ts';
import type { AccessPolicy, ClaimTest } from './compile-policy.ts';
import { builtInSource, type CompiledAccess } from './compiled-access.ts';
import { accessLimits } from './limits.ts';

/** U10: which policies apply to these claims and why, and for each tool what let it in or kept it out. */
export function explainAccess(
  access: CompiledAccess | null,
  claims: JsonObject,
  tools: readonly AccessTool[],
): AccessExplanation {
  const applying = access?.policies.filter((policy) => policy.appliesTo(claims)) ?? [];
  return {
    claims: { ...claims },
    is_governed: access !== null,
    policies: (access?.policies ?? []).map((policy) => ({
      id: policy.id,
      applies: applying.includes(policy),
      because: policy.tests.map((test) => claimText(test, claims)).join(' '),
      groups: [...policy.groups],
    })),
    tools: tools.map((tool) => ({ tool_id: tool.name, ...standingText(access, applying, tool) })),
  };
}

function claimText({ path, expected, metBy }: ClaimTest, claims: JsonObject): string {
  const found = claimAt(claims, path);
  if (found === undefined) return `The token has no claim ${path}.`;
  const met = metBy(claims);
  if (met !== null) return `${path} is ${shown(found)}, which ${shown(met)} matches.`;
  return `${path} is ${shown(found)}; ${expected.length === 1 ? 'that is not' : 'that is none of'} ${expected.map(shown).join(', ')}.`;
}

type Answer = { readonly is_allowed: boolean; readonly because: string };

function standingText(access: CompiledAccess | null, applying: readonly AccessPolicy[], tool: AccessTool): Answer {
  if (access === null) return { is_allowed: true, because: 'There is no access file: everyone may use every tool.' };
  if (tool.source === builtInSource && !access.isBuiltInGoverned) {
    const because = `It is built in, and no group selects the source ${builtInSource}: the policy file decides about it.`;
    return { is_allowed: true, because };
  }
  if (applying.length === 0)
    return { is_allowed: false, because: 'No policy applies to these claims, so no tool may be used.' };
  const standings = applying.flatMap((policy) =>
    policy.groups.map((group) => ({ policy: policy.id, group, ...access.groups.get(group)!.standingOf(tool) })),
  );
  for (const standing of standings) {
    if (standing.kind !== 'selected' && standing.kind !== 'included') continue;
    const by = standing.kind === 'selected' ? selectorText(standing.by) : shown(standing.by);
    const does = standing.kind === 'selected' ? 'selects' : 'includes';
    const because = `Policy ${standing.policy} gives group ${standing.group}, which ${does} it (${by}).`;
    return { is_allowed: true, because };
  }
  const reasons = standings.map((standing) =>
    standing.kind === 'excluded'
      ? `Group ${standing.group} excludes it (${shown(standing.by)}).`
      : `Group ${standing.group} does not have it.`,
  );
  return { is_allowed: false, because: [...new Set(reasons)].join(' ') };
}

function selectorText(selector: Selector): string {
  return Object.entries(selector)
    .map(([key, value]) => `${key} ${[value].flat().map(shown).join(' or ')}`)
    .join(', ');
}

/** Claims come from others: what they hold is written out, and cut. */
function shown(value: JsonValue): string {
  return cutText(makeVisible(JSON.stringify(value)), accessLimits.shownLengthMax);
}
