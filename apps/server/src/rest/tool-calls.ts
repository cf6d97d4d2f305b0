import {
  CountersignError,
  type ProjectId,
  type SessionId,
  settledStatuses,
  type ToolCallId,
} from '@countersign/contract';
import { type Agent, cancelCall, toolCallView, type User } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import { ok, route } from '../http/route.ts';
import { pageOf } from './page-of.ts';
import { viewerGone } from './viewer-gone.ts';

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

  route('getToolCall', async ({ plane, waiters }, { params, query, principal, raw }) => {
    const callId = params.tool_id as ToolCallId;
    const read = async (): Promise<ToolCall> =>
      visible(principal, await plane.store.findCall(params.project_id as ProjectId, callId));
    const waitMs = query.wait_ms ?? 0;
    if (waitMs === 0) return ok(toolCallView(await read()));
    const waiter = waiters.attach(callId);
    try {
      const call = await read();
      if (settledStatuses.has(call.state.status)) return ok(toolCallView(call));
      return ok(toolCallView((await waiter.settled(waitMs, viewerGone(raw))) ?? (await read())));
    } finally {
      waiter.detach();
    }
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
