import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsonObject, ProjectId } from '@countersign/contract';
import { type CallToDecide, type Judgement, judgeCall, toolToDecide } from '@countersign/policy';
import type { ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import type { EditablePolicy } from '../ports/policy.ts';
import { policyLimits } from './limits.ts';

/** A call that was made, as policies are held against it: judged by code once, with what is kept of its arguments. */
export type RecordedCall = {
  readonly recorded: ToolCall;
  /** Null where its tool is gone, or takes other arguments by now. */
  readonly judged: { readonly call: CallToDecide; readonly judgement: Judgement } | null;
};

/** Newest first. Others get their turn in between: judging takes a while, and calls come in meanwhile. */
export async function* recordedCalls(
  plane: ControlPlane,
  { workspace }: Pick<EditablePolicy, 'workspace'>,
  projectId: ProjectId,
  callsMax: number,
): AsyncGenerator<RecordedCall> {
  let sinceTurn = 0;
  for await (const recorded of newestCalls(plane, projectId, callsMax)) {
    if (sinceTurn === policyLimits.callsPerTurn) {
      await nextTurn();
      sinceTurn = 0;
    }
    sinceTurn += 1;
    const call = callToDecide(plane, recorded);
    yield { recorded, judged: call && { call, judgement: judgeCall(call, workspace) } };
  }
}

export async function* newestCalls(
  { store }: Pick<ControlPlane, 'store'>,
  projectId: ProjectId,
  callsMax: number,
): AsyncGenerator<ToolCall> {
  let left = callsMax;
  let cursor: string | null = null;
  do {
    const limit = Math.min(left, policyLimits.callsPage);
    const page: Awaited<ReturnType<typeof store.listCalls>> = await store.listCalls({ projectId }, { limit, cursor });
    yield* page.items;
    left -= page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== null && left > 0);
}

/** What the agent asked for, before a person changed it. Secrets in it are masked, as everywhere in the record. */
function callToDecide(plane: ControlPlane, { request }: ToolCall): CallToDecide | null {
  const tool = plane.tools.find(request.toolName);
  const resolved = tool?.resolveArguments(JSON.parse(request.originalParams ?? request.params) as JsonObject);
  if (!tool || !resolved?.ok) return null;
  const { projectId, sessionId, agentId } = request;
  return { tool: toolToDecide(tool.definition), arguments: resolved.arguments, projectId, sessionId, agentId };
}
