import {
  CountersignError,
  type JsonObject,
  limits,
  type ProjectId,
  type SessionId,
  type ToolCallId,
} from '@countersign/contract';
import {
  draftRule,
  explainCall,
  imaginedCall,
  policyView,
  recordedCallOf,
  requirePolicy,
  savePolicy,
  simulatePolicy,
} from '@countersign/control-plane';
import { ok, route } from '../http/route.ts';

export const policyRoutes = [
  route('getPolicy', async ({ plane, policy }, { params, principal }) =>
    ok(await policyView(plane, policy, principal, params.project_id as ProjectId)),
  ),

  route('explainCall', async ({ plane, policy }, { params, body, principal }) => {
    const projectId = params.project_id as ProjectId;
    const { tool_id, tool_name, tool_params = {}, session_id = null, text } = body;
    if ((tool_id === undefined) === (tool_name === undefined))
      throw new CountersignError('invalid_request', 'Send tool_id for a call that was made, or tool_name for another.');
    const by = text === undefined ? policy.inForce : await requirePolicy(policy, text);
    const call =
      tool_name === undefined
        ? await recordedCallOf(plane, projectId, tool_id as ToolCallId)
        : await imaginedCall(plane, principal, projectId, {
            toolName: tool_name,
            params: tool_params as JsonObject,
            sessionId: session_id as SessionId | null,
          });
    return ok(await explainCall(plane, policy, call, by));
  }),

  route('simulatePolicy', async ({ plane, policy }, { params, body }) => {
    const { text, limit = limits.simulatedCallsDefault } = body;
    return ok(await simulatePolicy(plane, policy, params.project_id as ProjectId, { text, callsMax: limit }));
  }),

  route('draftRule', async ({ plane, policy }, { params, body }) => {
    const call = await recordedCallOf(plane, params.project_id as ProjectId, body.tool_id as ToolCallId);
    return ok(await draftRule(plane, policy, call, body.outcome));
  }),

  route('savePolicy', async ({ plane, policy }, { params, body, principal }) => {
    await savePolicy(plane, policy, principal, { text: body.text, textHash: body.text_hash });
    return ok(await policyView(plane, policy, principal, params.project_id as ProjectId));
  }),
];
