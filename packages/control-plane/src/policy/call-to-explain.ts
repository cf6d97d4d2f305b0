import {
  CountersignError,
  type JsonObject,
  type ProjectId,
  type SessionId,
  type ToolCallId,
} from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import { toolsFor } from '../admission/may-use.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { RegisteredTool } from '../ports/tool-registry.ts';
import type { User } from '../principal.ts';

/** A call to be judged again, or one that might be made. Its arguments may be real ones (G8). */
export type CallToExplain = {
  readonly tool: RegisteredTool;
  readonly arguments: JsonObject;
  readonly projectId: ProjectId;
  /** Null for a call of no session, which nobody made. */
  readonly sessionId: SessionId | null;
  readonly agentId: string;
};

export async function recordedCallOf(
  plane: ControlPlane,
  projectId: ProjectId,
  callId: ToolCallId,
): Promise<CallToExplain> {
  const found = await plane.store.findCall(projectId, callId);
  if (!found) throw new CountersignError('not_found', 'There is no such call here.');
  const { toolName, sessionId, agentId } = found.request;
  const tool = plane.tools.find(toolName);
  if (!tool) throw new CountersignError('not_found', 'The tool of this call is gone, so it cannot be judged any more.');
  return { tool, arguments: resolve(tool, argumentsOf(found)), projectId, sessionId, agentId };
}

export async function imaginedCall(
  plane: ControlPlane,
  user: User,
  projectId: ProjectId,
  asked: { readonly toolName: string; readonly params: JsonObject; readonly sessionId: SessionId | null },
): Promise<CallToExplain> {
  const tool = toolsFor(plane, user).find(({ definition }) => definition.name === asked.toolName);
  if (!tool) throw new CountersignError('not_found', 'There is no such tool. GET /api/tools lists those there are.');
  const session = asked.sessionId === null ? null : await plane.store.findSession(projectId, asked.sessionId);
  if (asked.sessionId !== null && !session) throw new CountersignError('not_found', 'There is no such session here.');
  return {
    tool,
    arguments: resolve(tool, asked.params),
    projectId,
    sessionId: session?.id ?? null,
    agentId: session?.agentId ?? '',
  };
}

/** The real ones as long as they are kept and can be opened here, else what is shown of them. */
function argumentsOf({ request }: ToolCall): JsonObject {
  return JSON.parse(sealedArgumentsOf(request) ?? request.params) as JsonObject;
}

function sealedArgumentsOf(request: ToolCall['request']): string | null {
  try {
    return request.sealedArguments;
  } catch (error) {
    if (error instanceof CountersignError) return null;
    throw error;
  }
}

function resolve(tool: RegisteredTool, given: JsonObject): JsonObject {
  const resolved = tool.resolveArguments(given);
  if (resolved.ok) return resolved.arguments;
  throw new CountersignError('arguments_refused', `${resolved.errors.join('; ')}.`, { errors: [...resolved.errors] });
}
