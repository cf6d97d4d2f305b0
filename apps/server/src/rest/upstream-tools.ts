import { CountersignError, type JsonObject, limits, type SessionId, type ToolDefinition } from '@countersign/contract';
import {
  mayUse,
  type Principal,
  switchTool,
  type ToolStanding,
  toolsFor,
  upstreamToolDetails,
  upstreamToolView,
} from '@countersign/control-plane';
import { ok, route } from '../http/route.ts';
import type { ServerContext } from '../server-context.ts';
import { executionAnswer } from '../upstream/execution-answer.ts';
import { submitAndWait } from './submit-and-wait.ts';

type Listed = { readonly definition: ToolDefinition; readonly standing: ToolStanding };

export const upstreamToolRoutes = [
  route('listTools', async (context, { query, principal }) => {
    const { plane } = context;
    const tools = listed(context, principal)
      .filter(({ definition }) => query.source === undefined || sourceOf(definition) === query.source)
      .map(({ definition, standing }) => upstreamToolView(plane, definition, standing));
    return ok({ tools, total_count: tools.length });
  }),

  route('getTool', async (context, { params, principal }) => {
    const found = listed(context, principal).find(({ definition }) => definition.name === params.tool_id);
    if (!found) throw noSuchTool();
    return ok(upstreamToolDetails(context.plane, found.definition, found.standing));
  }),

  route('changeTool', async ({ plane, upstream }, { params, body, principal }) => {
    const tool = await switchTool(plane, principal, params.tool_id, body.is_enabled);
    await upstream.tools.refresh();
    return ok(upstreamToolView(plane, tool.definition, tool));
  }),

  route('executeUpstreamTool', async (context, { params, body, headers, principal, raw }) => {
    if (principal.kind !== 'agent') {
      throw new CountersignError('forbidden', 'Only agents run tools. Use the credential of an agent.');
    }
    const { plane } = context;
    const tool = plane.tools.find(params.tool_id);
    if (!tool || !mayUse(plane, principal, tool.definition)) throw noSuchTool();
    const input = {
      toolName: params.tool_id,
      params: (body.arguments ?? {}) as JsonObject,
      sessionId: (body.session_id ?? null) as SessionId | null,
      note: body.note ?? null,
      idempotencyKey: headers['idempotency-key'] ?? null,
    };
    const call = await submitAndWait(context, principal, input, body.wait_ms ?? limits.waitMsMax, raw);
    return executionAnswer(context, call);
  }),
];

/** An administrator sees also what is switched off or no longer offered. */
function listed({ plane, upstream }: ServerContext, principal: Principal): Listed[] {
  const standings = new Map([...upstream.tools.all()].map(({ head }) => [head.name, head]));
  const usable = toolsFor(plane, principal).map(({ definition, version }): Listed => {
    const standing = standings.get(definition.name) ?? {
      version,
      isEnabled: true,
      deprecatedAt: null,
      updatedAt: null,
    };
    return { definition, standing };
  });
  if (principal.kind !== 'user' || !principal.isAdmin) return usable;
  const others = [...upstream.tools.all()]
    .filter(({ registered }) => registered.unavailable !== undefined)
    .map(({ definition, head }): Listed => ({ definition, standing: head }));
  return [...usable, ...others];
}

function sourceOf({ upstream }: ToolDefinition): string {
  return upstream?.source ?? 'builtin';
}

function noSuchTool(): CountersignError {
  return new CountersignError('not_found', 'There is no such tool for you. GET /api/tools lists those there are.');
}
