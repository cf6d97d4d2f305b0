import type { ToolDefinition } from '@countersign/contract';
import type { RegisteredTool, ToolRegistry } from '@countersign/control-plane';
import { compileArguments } from '@countersign/policy';
import { toolVersion } from '@countersign/tool-call';
import type { UpstreamTools } from './upstream/upstream-tools.ts';

/**
 * T2: one registry, unique names. The schemas of built-in tools are compiled here, once, and never while a call waits;
 * those of services come and go. A service cannot take the name of a built-in tool: all of its own begin with its name.
 */
export function toolRegistry(
  builtIn: readonly ToolDefinition[],
  upstream: Pick<UpstreamTools, 'find' | 'list'>,
): ToolRegistry {
  const tools = new Map<string, RegisteredTool>();
  for (const definition of builtIn) {
    if (tools.has(definition.name)) throw new Error(`two tools are named ${definition.name}`);
    tools.set(definition.name, {
      definition,
      version: toolVersion(definition),
      resolveArguments: compileArguments(definition.inputSchema),
    });
  }
  const own = [...tools.values()];
  let known = { upstream: upstream.list(), all: own };
  return {
    find: (name) => tools.get(name) ?? upstream.find(name)?.registered ?? null,
    list() {
      const offered = upstream.list();
      if (offered !== known.upstream || known.all.length !== own.length + offered.length) {
        known = { upstream: offered, all: [...own, ...offered] };
      }
      return known.all;
    },
  };
}
