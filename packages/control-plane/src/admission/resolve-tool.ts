import type { JsonObject } from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';
import type { RegisteredTool } from '../ports/tool-registry.ts';
import { accessToolOf } from './may-use.ts';

export type Step<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/**
 * G7, T2, U10: a name that is not registered is not a tool, and one that this agent may not use looks the same. Where
 * there are no claims, the call was admitted before.
 */
export function resolveTool(
  { tools, access }: Pick<ControlPlane, 'tools' | 'access'>,
  name: string,
  claims: JsonObject | null,
): Step<RegisteredTool> {
  const tool = tools.find(name);
  if (!tool || (claims && !access.mayUse(claims, accessToolOf(tool.definition)))) {
    return { ok: false, error: `There is no tool named "${name}". GET tools/available lists those there are.` };
  }
  if (tool.unavailable) return { ok: false, error: `${tool.unavailable} GET tools/available lists those there are.` };
  return { ok: true, value: tool };
}
