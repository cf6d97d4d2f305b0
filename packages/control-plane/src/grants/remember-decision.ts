import {
  CountersignError,
  type GrantId,
  type GrantMatcher,
  type GrantScope,
  type JsonObject,
  newId,
} from '@countersign/contract';
import { type CallToCover, grantOffers, grantText, isShownInFull } from '@countersign/policy';
import type { Person, ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import type { Assessment } from '../ports/gate.ts';
import type { GrantRecord, NewEvent } from '../ports/records.ts';

/**
 * A2: the grant a decision asks for, or null for "this call only". Refuses, before anything is decided, what cannot
 * be remembered: a call that cannot be shown in full (A8), one without a class, and any grant under which the very
 * same call would not be let through.
 */
export function rememberDecision(
  plane: ControlPlane,
  owner: Person,
  call: ToolCall,
  wanted: { readonly scope: GrantScope; readonly expiresInSeconds: number | null },
  at: number,
): GrantRecord | null {
  if (wanted.scope === 'call') return null;
  const { request, state } = call;
  if (state.status !== 'awaiting_approval')
    throw new CountersignError('cannot_remember', 'This call is no longer waiting.');
  if (!isShownInFull({ toolName: request.toolName, params: JSON.parse(request.params) as JsonObject })) {
    throw new CountersignError(
      'cannot_remember',
      'This call cannot be shown in full, so only this one call can be approved.',
    );
  }
  const matcher = matcherFor(plane, call, wanted.scope);
  if (!matcher)
    throw new CountersignError(
      'cannot_remember',
      `Nothing is safe to remember as "${wanted.scope}" for calls like this one. The approval lists the scopes there are.`,
    );
  return {
    id: newId<GrantId>(at),
    projectId: request.projectId,
    sessionId: request.sessionId,
    scope: wanted.scope,
    matcher,
    owner,
    approvalId: state.approvalId,
    createdAt: at,
    expiresAt: wanted.expiresInSeconds === null ? null : at + wanted.expiresInSeconds * 1000,
    revokedAt: null,
  };
}

function matcherFor(plane: ControlPlane, call: ToolCall, scope: GrantScope): GrantMatcher | null {
  const assessment = assessAgain(plane, call);
  if (!assessment || assessment.outcome === 'deny') return null;
  // Every offer was checked against this very call: what is remembered lets it through.
  const offers = grantOffers(toCover(call, assessment));
  return offers.find((offer) => offer.scope === scope)?.matcher ?? null;
}

/** A call with its real arguments and what the gate says of it, as remembered decisions are held against it. */
export function toCover({ request }: ToolCall, verdict: Assessment): CallToCover {
  const { toolName, toolVersion, sealedArguments } = request;
  return { toolName, toolVersion, arguments: JSON.parse(sealedArguments ?? '{}') as JsonObject, verdict };
}

/** What the gate says of a call that is waiting, now. Nothing where its tool is another one by now. */
export function assessAgain(plane: ControlPlane, { request }: ToolCall) {
  const tool = plane.tools.find(request.toolName);
  if (tool?.version !== request.toolVersion || request.sealedArguments === null) return null;
  return plane.gate.assess({
    tool: tool.definition,
    arguments: JSON.parse(request.sealedArguments) as JsonObject,
    projectId: request.projectId,
    sessionId: request.sessionId,
    agentId: request.agentId,
  });
}

export function grantCreated(grant: GrantRecord, at: number): NewEvent {
  return {
    chainId: grant.sessionId,
    projectId: grant.projectId,
    type: 'grant.created',
    subjectId: grant.id,
    parentId: grant.sessionId,
    actor: `user:${grant.owner.userId}`,
    at,
    data: {
      scope: grant.scope,
      matcher: grant.matcher,
      text: grantText(grant.matcher),
      by: grant.owner.name,
      expires_at: grant.expiresAt,
    },
  };
}
