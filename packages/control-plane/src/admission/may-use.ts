import type { JsonObject, ToolDefinition } from '@countersign/contract';
import type { AccessTool } from '@countersign/policy';
import { ownIssuer } from '../access/agent-caller.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { RegisteredTool } from '../ports/tool-registry.ts';
import type { Agent, Principal } from '../principal.ts';

const builtIn = 'builtin';

/** The same object for the same definition: what rules find out about it is kept with it. */
const known = new WeakMap<ToolDefinition, AccessTool>();

/** A tool as the rules of access see it. */
export function accessToolOf(definition: ToolDefinition): AccessTool {
  let tool = known.get(definition);
  if (!tool) {
    const { name, upstream } = definition;
    tool = {
      name,
      source: upstream?.source ?? builtIn,
      path: upstream?.path ?? '',
      method: upstream?.method ?? '',
      tags: upstream?.tags ?? [],
    };
    known.set(definition, tool);
  }
  return tool;
}

/** U10: whether an agent may use a tool. */
export function mayUse({ access }: Pick<ControlPlane, 'access'>, agent: Agent, definition: ToolDefinition): boolean {
  return access.mayUse(agent.caller.claims, accessToolOf(definition));
}

/** U10: the tools that somebody may use; an administrator sees all of them. */
export function toolsFor(
  { tools, access }: Pick<ControlPlane, 'tools' | 'access'>,
  principal: Principal,
): RegisteredTool[] {
  const all = tools.list();
  if (principal.kind === 'user' && principal.isAdmin) return [...all];
  const claims = claimsOf(principal);
  return all.filter(({ definition }) => access.mayUse(claims, accessToolOf(definition)));
}

const claimsOfOthers = new WeakMap<Principal, JsonObject>();

function claimsOf(principal: Principal): JsonObject {
  if (principal.kind === 'agent') return principal.caller.claims;
  let claims = claimsOfOthers.get(principal);
  if (!claims) {
    claims = { iss: ownIssuer, sub: principal.id, name: principal.name, kind: principal.kind };
    if (principal.kind === 'runner') claims = { ...claims, project: principal.projectId };
    claimsOfOthers.set(principal, claims);
  }
  return claims;
}
