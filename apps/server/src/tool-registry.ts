import type { ToolDefinition } from '@countersign/contract';
import type { RegisteredTool, ToolRegistry } from '@countersign/control-plane';
import { compileArguments } from '@countersign/policy';
import { toolVersion } from '@countersign/tool-call';

/** T2: one registry, unique names. Schemas are compiled here, once, and never while a call waits. */
export function toolRegistry(definitions: readonly ToolDefinition[]): ToolRegistry {
  const tools = new Map<string, RegisteredTool>();
  for (const definition of definitions) {
    if (tools.has(definition.name)) throw new Error(`two tools are named ${definition.name}`);
    tools.set(definition.name, {
      definition,
      version: toolVersion(definition),
      resolveArguments: compileArguments(definition.inputSchema),
    });
  }
  const list = [...tools.values()];
  return { find: (name) => tools.get(name) ?? null, list: () => list };
}
