import { CountersignError, type ProjectId, type SessionId, type ToolCallId } from '@countersign/contract';
import { type Agent, cancelCall, outputView, toolCallView, type User } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import { ok, route } from '../http/route.ts';
import { limits } from '../limits.ts';
import { pageOf } from './page-of.ts';
import { isSettled, waitFor } from './wait-for.ts';

export const toolCallRoutes = [
  route('listToolCalls', async ({ plane }, { params, query, principal }) => {
    const filter = {
      projectId: params.project_id as ProjectId,
      ...(principal.kind === 'agent' ? { agentId: principal.id } : {}),
      ...(query.status === undefined ? {} : { status: query.status }),
      ...(query.session_id === undefined ? {} : { sessionId: query.session_id as SessionId }),
    };
    const page = await plane.store.listCalls(filter, pageOf(query));
    return ok({ tool_calls: page.items.map(toolCallView), next_cursor: page.nextCursor });
  }),

  route('getToolCall', async (context, { params, query, principal, raw }) => {
    const projectId = params.project_id as ProjectId;
    const call = visible(principal, await context.plane.store.findCall(projectId, params.tool_id as ToolCallId));
    if (isSettled(call) || !query.wait_ms) return ok(toolCallView(call));
    const waited = { projectId, callId: call.id, waitMs: query.wait_ms };
    return ok(toolCallView(await waitFor(context, waited, raw)));
  }),

  route('listToolOutput', async ({ plane }, { params, query, principal }) => {
    // Read first: of a call that was settled then, all that it printed is there.
    const found = await plane.store.findCall(params.project_id as ProjectId, params.tool_id as ToolCallId);
    const call = visible(principal, found);
    const events = await plane.store.listOutput(call.id, query.after ?? 0, limits.outputPage);
    return ok(outputView(call, events, events.length < limits.outputPage));
  }),

  route('cancelToolCall', async ({ plane }, { params, principal }) => {
    return ok(
      toolCallView(await cancelCall(plane, principal, params.project_id as ProjectId, params.tool_id as ToolCallId)),
    );
  }),
];

function visible(principal: User | Agent, call: ToolCall | null): ToolCall {
  if (call && (principal.kind === 'user' || call.request.agentId === principal.id)) return call;
  throw new CountersignError('not_found', 'There is no such call here.');
}
