import { isoTime, type JsonObject, type SessionId, type ToolCallId } from '@countersign/contract';
import {
  claimCall,
  executeResponse,
  executionOrder,
  renewLease,
  settleCall,
  toolsFor,
  toolView,
} from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import { type Answer, ok, route } from '../http/route.ts';
import { reportOf } from './report-of.ts';
import { submitAndWait } from './submit-and-wait.ts';
import { isSettled } from './wait-for.ts';

function executed(call: ToolCall): Answer {
  if (isSettled(call)) return ok(executeResponse(call));
  const location = `/my/projects/${call.request.projectId}/tool-calls/${call.id}`;
  return { status: 202, body: executeResponse(call), headers: { location } };
}

export const toolRoutes = [
  route('executeTool', async (context, { body, headers, principal, raw }): Promise<Answer> => {
    const input = {
      toolName: body.tool_name,
      params: (body.tool_params ?? {}) as JsonObject,
      sessionId: (body.session_id ?? null) as SessionId | null,
      note: body.note ?? null,
      idempotencyKey: headers['idempotency-key'] ?? null,
    };
    return submitAndWait(context, principal, input, body.wait_ms ?? 0, raw).then(executed);
  }),

  route('listAvailableTools', async ({ plane }, { principal }) => {
    const tools = toolsFor(plane, principal).map((tool) => toolView(plane, tool));
    return ok({ success: true, tools, total_count: tools.length });
  }),

  route('claimToolCall', async ({ plane }, { params, principal }) => {
    const call = await claimCall(plane, principal, params.tool_id as ToolCallId);
    if (call.state.status !== 'executing') throw new Error('a claimed call is executing');
    const { fence, leaseUntil } = call.state;
    return ok({
      tool_id: call.id,
      fence,
      lease_expires_at: isoTime(leaseUntil),
      signed_order: executionOrder(plane, call),
    });
  }),

  route('renewLease', async ({ plane }, { params, body, principal }) => {
    const call = await renewLease(plane, principal, params.tool_id as ToolCallId, body.fence);
    if (call.state.status !== 'executing') throw new Error('a renewed call is executing');
    const { leaseUntil, cancelRequestedAt } = call.state;
    return ok({
      tool_id: call.id,
      lease_expires_at: isoTime(leaseUntil),
      cancel_requested_at: cancelRequestedAt === null ? null : isoTime(cancelRequestedAt),
    });
  }),

  route('submitToolResult', async ({ plane }, { params, body, principal }) => {
    const call = await settleCall(plane, principal, params.tool_id as ToolCallId, reportOf(body));
    return ok({ success: true, tool_id: call.id, status: call.state.status, message: 'Tool result processed' });
  }),
];
