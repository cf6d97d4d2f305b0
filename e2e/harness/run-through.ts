import {
  type ExecuteRequest,
  type ExecuteResponse,
  settledStatuses,
  type ToolCallView,
  type ToolResult,
} from '@countersign/contract';
import { type EventRecorder, watchEvents } from './recorder.ts';
import type { Stage } from './stage.ts';

export type Ran = {
  readonly call: ToolCallView;
  /** What the tool answered; null where it did not come to that. */
  readonly result: ToolResult | null;
  readonly wasAsked: boolean;
};

/** Asks for a call, approves it where a person is asked, and waits until it is settled. */
export async function runThrough(
  stage: Stage,
  toolName: string,
  params: NonNullable<ExecuteRequest['tool_params']>,
  events?: EventRecorder,
): Promise<Ran> {
  const heard = events ?? (await watchEvents(stage.owner, stage.projectId));
  const { toolId, approvalId } = await ask(stage, toolName, params, heard);
  if (approvalId !== null)
    await stage.owner.approvals.approve(await stage.owner.approvals.get(stage.projectId, approvalId));
  const call = await stage.agent.waitUntilSettled(stage.projectId, toolId);
  if (!events) heard.stop();
  return { call, result: call.result as ToolResult | null, wasAsked: approvalId !== null };
}

/** The call, and the approval that it waits for; null where nobody is asked. */
export async function ask(
  stage: Stage,
  toolName: string,
  params: NonNullable<ExecuteRequest['tool_params']>,
  heard: EventRecorder,
): Promise<{ readonly toolId: string; readonly approvalId: string | null }> {
  // A runner goes by its own clock, and takes no order that is old by it.
  stage.clock.set(Date.now());
  return await firstMove(
    await stage.agent.executeTool(stage.projectId, { tool_name: toolName, tool_params: params }),
    heard,
  );
}

/** What becomes of a call first: somebody is asked, or nobody is. */
export async function firstMove(
  asked: ExecuteResponse,
  heard: EventRecorder,
): Promise<{ readonly toolId: string; readonly approvalId: string | null }> {
  const toolId = asked.tool_id;
  if (asked.approval_id !== null) return { toolId, approvalId: asked.approval_id };
  if (asked.status !== 'pending') return { toolId, approvalId: null };
  // A runner is asked first what the call would change.
  const message = await heard.first(`a first move of ${toolId}`, ({ event, data }) => {
    if ((data as { tool_id?: string }).tool_id !== toolId) return false;
    return event === 'tool.approval_request' || (event === 'tool.status' && isMoved(data.status));
  });
  return { toolId, approvalId: message.event === 'tool.approval_request' ? message.data.approval_id : null };
}

function isMoved(status: ToolCallView['status']): boolean {
  return status === 'approved' || status === 'executing' || settledStatuses.has(status);
}
