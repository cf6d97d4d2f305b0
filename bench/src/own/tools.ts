import type { ToolDefinition, ToolTarget } from '@countersign/contract';
import type { ServerExecutor } from '@countersign/control-plane';

/** Not in the risk matrix, so HIGH by its name: every call asks. */
export const TOOL_NAME = 'http_get';

/** The arguments every peer's call has. */
export const TOOL_PARAMS = { city: 'Oslo', note: 'x'.repeat(300) };

/** `TOOL_NAME`, and as many others as make up the count. */
export function createTools(count: number, target: ToolTarget): ToolDefinition[] {
  return Array.from({ length: count }, (_, index) => ({
    name: index === 0 ? TOOL_NAME : `${TOOL_NAME}_${index}`,
    description: 'Fetch the weather of a city',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string' }, note: { type: 'string' } },
      required: ['city', 'note'],
      additionalProperties: false,
    },
    target,
    executionTimeoutMs: 30_000,
  }));
}

/** As little work as the peers' tools do. */
export const executor: ServerExecutor = { execute: async () => ({ ok: true, result: { ok: true } }) };
