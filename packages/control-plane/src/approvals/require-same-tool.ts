import { CountersignError } from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';

/**
 * U1, L7: what was asked for is a call of a tool as it was defined then. Where the service has changed it since, or
 * offers it no longer, there is nothing left that could be approved.
 */
export function requireSameTool({ tools }: Pick<ControlPlane, 'tools'>, { request }: ToolCall): void {
  // A runner knows its own tools, and refuses an order for another version of one.
  if (request.target !== 'server') return;
  const tool = tools.find(request.toolName);
  if (tool && !tool.unavailable && tool.version === request.toolVersion) return;
  const why = tool
    ? (tool.unavailable ?? 'Its definition changed after it was asked for.')
    : 'There is no such tool any more.';
  throw new CountersignError(
    'inventory_changed',
    `${why} This call cannot run. Reject it; the agent may ask again, and is then asked about as the tool is now.`,
    { tool_name: request.toolName, tool_version: request.toolVersion, current_version: tool?.version ?? null },
  );
}
