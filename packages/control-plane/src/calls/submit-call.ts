import { hash } from 'node:crypto';
import {
  CountersignError,
  canonicalJson,
  type JsonObject,
  newId,
  type SessionId,
  type ToolCallId,
} from '@countersign/contract';
import { type ToolCall, type Transition, transition } from '@countersign/tool-call';
import { admitCall } from '../admission/admit-call.ts';
import type { ControlPlane } from '../control-plane.ts';
import { beingRecorded, findKeyed, hashedKey } from '../idempotency.ts';
import type { IdempotencyRecord, NewEvent } from '../ports/records.ts';
import { previewWrite } from '../previews/end-preview.ts';
import { isPreviewWanted } from '../previews/is-preview-wanted.ts';
import { lookHere } from '../previews/look-here.ts';
import { type Agent, actorOf } from '../principal.ts';
import { claimOf } from './claim-call.ts';
import { eventsOf } from './commit-transition.ts';
import { firstMove, openedApproval } from './first-move.ts';

export type SubmitInput = {
  readonly toolName: string;
  readonly params: JsonObject;
  readonly sessionId: SessionId | null;
  readonly note: string | null;
  readonly idempotencyKey: string | null;
  /** Chosen by the caller where it wants to watch the call before it exists, or to find it after a crash. */
  readonly callId?: ToolCallId;
  /** P6: the W3C header that it came with, if it was a part of somebody's trace. */
  readonly traceparent?: string | null;
  /** W5: the turn of a run that asks; else the call stands under its session. */
  readonly parentId?: string;
};

/** Runs calls in this process. */
export type RunHere = { isReady(): boolean; run(claimed: ToolCall): void };

/**
 * L8: the one way in, whoever calls it. The request, what the gate made of it and the first move are one commit: a
 * call is either recorded as waiting, for a person or for a preview, as approved, denied or failed, or it was never
 * asked.
 */
export async function submitCall(
  plane: ControlPlane,
  agent: Agent,
  input: SubmitInput,
  here?: RunHere,
): Promise<ToolCall> {
  const { store, clock } = plane;
  const session = await store.findSession(agent.projectId, input.sessionId ?? agent.defaultSessionId);
  if (!session || session.agentId !== agent.id) {
    throw new CountersignError('not_found', 'There is no such session of this agent. Open one with POST sessions.');
  }
  const requestHash = input.idempotencyKey === null ? '' : hashOf(input, session.id);
  const key = input.idempotencyKey === null ? null : hashedKey(input.idempotencyKey);
  const joined = await joinByKey(plane, agent, key, requestHash);
  if (joined) return joined;

  const at = clock.now();
  const grants = await store.listActiveGrants(session.id, at);
  const { toolName, params, note } = input;
  const asked = { agent, caller: agent.caller, session, toolName, params, note, at };
  const first = admitCall(plane, asked, grants);
  const seenHere = await lookHere(plane, asked, first, grants);
  const admission = seenHere?.admission ?? first;
  const callId = input.callId ?? newId<ToolCallId>(at);
  const pending: ToolCall = {
    id: callId,
    version: 0,
    request: admission.request,
    state: { status: 'pending', previewBy: null },
  };
  const event = (await isPreviewWanted(plane, admission, pending))
    ? ({ type: 'preview', at, previewBy: at + plane.settings.previewWindowMs } as const)
    : {
        ...firstMove(plane, admission, at),
        ...(seenHere ? { rejudged: { request: admission.request, by: server } } : {}),
      };
  const moved = transition(pending, event);
  if (!moved.ok) throw new Error(`a new call cannot ${moved.refusal}`);

  const claimed = claimHere(plane, moved, here, at);
  const { call, effects } = claimed ?? moved;
  const following = [...openedApproval(call, at), ...previewWrite(call, seenHere?.files ?? [])];
  const events = [submitted(call, agent, at, input), ...eventsOf(call, effects, 'system', at)];
  if (key === null) {
    const committed = await store.commit({ guard: { kind: 'call', call, isNew: true }, following, events });
    if (!committed.ok) return submittedBefore(plane, call);
    if (claimed) here?.run(call);
    return call;
  }
  const record: IdempotencyRecord = {
    principalId: agent.id,
    key,
    requestHash,
    subjectId: callId,
    createdAt: at,
  };
  const committed = await store.commit({
    guard: { kind: 'idempotency_key', record },
    following: [{ kind: 'new_call', call }, ...following],
    events,
  });
  if (committed.ok) {
    if (claimed) here?.run(call);
    return call;
  }
  const joinedLate = await joinByKey(plane, agent, key, requestHash);
  if (!joinedLate) throw beingRecorded();
  return joinedLate;
}

/** W2: whoever chose the id may ask again after a crash, and finds what was submitted under it. */
async function submittedBefore({ store }: ControlPlane, { id, request }: ToolCall): Promise<ToolCall> {
  const found = await store.findCall(request.projectId, id);
  const isSame =
    found?.request.sessionId === request.sessionId &&
    found.request.agentId === request.agentId &&
    found.request.toolName === request.toolName;
  if (found && isSame) return found;
  throw new CountersignError('conflict', 'Another call has this id. Use a new one.');
}

/**
 * A call that nobody is asked about and that this process runs is taken in the same commit: one write less before it
 * starts. Should the process end in between, the call is `unknown`, as after any other claim.
 */
function claimHere(
  plane: ControlPlane,
  { call, effects }: Extract<Transition, { ok: true }>,
  here: RunHere | undefined,
  at: number,
): Extract<Transition, { ok: true }> | null {
  if (call.state.status !== 'approved' || call.request.target !== 'server' || !here?.isReady()) return null;
  const claimed = transition(call, claimOf(plane, call, 'server', at));
  if (!claimed.ok) throw new Error(`a new call cannot be claimed: ${claimed.refusal}`);
  return { ...claimed, effects: [...effects, ...claimed.effects] };
}

/** Who looked at the files of a call that the server itself would run. */
const server = { name: 'server' } as const;

async function joinByKey(
  plane: ControlPlane,
  agent: Agent,
  key: string | null,
  requestHash: string,
): Promise<ToolCall | null> {
  if (key === null) return null;
  const record = await findKeyed(plane.store, { principalId: agent.id, key, requestHash });
  return record && plane.store.findCall(agent.projectId, record.subjectId as ToolCallId);
}

function hashOf(input: SubmitInput, sessionId: SessionId): string {
  const { toolName, params, note } = input;
  return hash('sha256', JSON.stringify([toolName, canonical(params), note, sessionId]), 'hex');
}

function canonical(params: JsonObject): string {
  try {
    return canonicalJson(params);
  } catch {
    return JSON.stringify(params);
  }
}

/** The trace it belongs to is told with it: whoever goes on with the call, here or elsewhere, goes on with the trace. */
function submitted(call: ToolCall, agent: Agent, at: number, { traceparent, parentId }: SubmitInput): NewEvent {
  const { projectId, sessionId, toolName, digest, riskLevel, ruleId } = call.request;
  return {
    chainId: sessionId,
    projectId,
    type: 'tool_call.submitted',
    subjectId: call.id,
    parentId: parentId ?? sessionId,
    actor: actorOf(agent),
    at,
    data: {
      tool_name: toolName,
      digest,
      risk_level: riskLevel,
      rule_id: ruleId,
      ...(typeof traceparent === 'string' ? { traceparent } : {}),
    },
  };
}
