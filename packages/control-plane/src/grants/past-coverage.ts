import type { ApprovalView, JsonObject, ScopeOffer } from '@countersign/contract';
import { type CallToCover, grantCovers } from '@countersign/policy';
import type { ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import type { ApprovalWithCall } from '../ports/records.ts';
import { approvalViews, offersOf } from '../views/approval-view.ts';
import { assessAgain } from './remember-decision.ts';

/** Earlier calls of a session that are looked at when somebody thinks about remembering a decision. */
const pastCallsMax = 100;

/**
 * A2: an approval with, for each scope on offer, how many of the session's earlier calls it would have answered for.
 * Those are judged by the policy of now, and from what is kept of them: their masked arguments.
 */
export async function approvalWithPastCalls(plane: ControlPlane, found: ApprovalWithCall): Promise<ApprovalView> {
  const [view] = await approvalViews(plane, [found]);
  if (!view) throw new Error('an approval has a view');
  const { call, approval } = found;
  if (view.scopes.length < 2) return view;
  const page = await plane.store.listCalls(
    { projectId: approval.projectId, sessionId: approval.sessionId },
    { limit: pastCallsMax, cursor: null },
  );
  const past = page.items.filter(({ id }) => id !== call.id).flatMap((each) => callToCover(plane, each));
  const offers = new Map(offersOf(plane, call, assessAgain(plane, call)).map(({ scope, matcher }) => [scope, matcher]));
  const counted = (offer: ScopeOffer): ScopeOffer => {
    const matcher = offer.scope === 'call' ? undefined : offers.get(offer.scope);
    if (!matcher) return offer;
    return {
      ...offer,
      past_calls: { covered: past.filter((each) => grantCovers(matcher, each)).length, of: past.length },
    };
  };
  return { ...view, scopes: view.scopes.map(counted) };
}

/** A call that was made, as it would be judged now; nothing where its tool is gone or takes other arguments. */
export function callToCover(plane: ControlPlane, { request }: ToolCall): CallToCover[] {
  const tool = plane.tools.find(request.toolName);
  const resolved = tool?.resolveArguments(JSON.parse(request.params) as JsonObject);
  if (!tool || !resolved?.ok) return [];
  const { projectId, sessionId, agentId, toolName } = request;
  const verdict = plane.gate.assess({
    tool: tool.definition,
    arguments: resolved.arguments,
    projectId,
    sessionId,
    agentId,
  });
  return [{ toolName, toolVersion: request.toolVersion, arguments: resolved.arguments, verdict }];
}
