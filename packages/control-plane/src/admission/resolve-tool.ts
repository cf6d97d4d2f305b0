import type { RegisteredTool, ToolRegistry } from '../ports/tool-registry.ts';

export type Step<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** G7, T2: a name that is not registered is not a tool. */
export function resolveTool(tools: ToolRegistry, name: string): Step<RegisteredTool> {
  const tool = tools.find(name);
  if (tool) return { ok: true, value: tool };
  return { ok: false, error: `There is no tool named "${name}". GET tools/available lists those there are.` };
}
