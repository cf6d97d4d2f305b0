import { accessToolOf, type ControlPlane } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import { UpstreamFailure } from '@countersign/upstream';
import type { UpstreamTool, UpstreamTools } from './upstream-tools.ts';

/**
 * U1, U10: the tool that a call is about, as it is now: just as it was when the call was asked for, still offered, and
 * for an agent that may still use it. Anything else does not run, whoever approved it.
 */
export async function findCallable(
  tools: Pick<UpstreamTools, 'findCurrent'>,
  { access }: Pick<ControlPlane, 'access'>,
  { request }: ToolCall,
): Promise<UpstreamTool> {
  const { toolName, toolVersion, caller } = request;
  const tool = await tools.findCurrent(toolName, toolVersion);
  if (!tool) throw new UpstreamFailure('tool_unavailable', `There is no tool named "${toolName}" any more.`);
  const { unavailable } = tool.registered;
  if (unavailable !== undefined) throw new UpstreamFailure('tool_unavailable', unavailable);
  if (tool.head.version !== toolVersion) {
    throw new UpstreamFailure('tool_changed', 'Its definition changed after it was asked for; ask again.', {
      details: { tool_version: toolVersion, current_version: tool.head.version },
    });
  }
  if (!caller || !access.mayUse(caller.claims, accessToolOf(tool.definition))) {
    throw new UpstreamFailure('tool_unavailable', `This agent may not use "${toolName}" any more.`);
  }
  return tool;
}
