import type { ApprovalId, JsonObject, ToolCallId } from '@countersign/contract';
import { CountersignError } from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import {
  type ControlPlane,
  claimCall,
  type DecisionInput,
  decideApproval,
  type Report,
  type SubmitInput,
  settleCall,
  submitCall,
  type User,
} from '../src/index.ts';
import type { Scene } from './plane.ts';

export function ask(scene: Scene, toolName = 'write_file', params: JsonObject = {}, given: Partial<SubmitInput> = {}) {
  const input = {
    toolName,
    params: { path: 'src/a.txt', ...params },
    sessionId: null,
    note: null,
    idempotencyKey: null,
  };
  return submitCall(scene.plane, scene.agent, { ...input, ...given });
}

export function decide(
  scene: Scene,
  call: ToolCall,
  verb: DecisionInput['verb'],
  given: Partial<DecisionInput> = {},
  by: User = scene.ada,
) {
  const plain = {
    feedback: null,
    modifiedArguments: null,
    digest: null,
    scope: 'call',
    expiresInSeconds: null,
  } as const;
  return decideApproval(scene.plane, by, targetOf(scene, call), { verb, ...plain, ...given });
}

export function targetOf({ projectId }: Pick<Scene, 'projectId'>, call: ToolCall) {
  return { projectId, approvalId: approvalIdOf(call) };
}

export function approvalIdOf({ state }: ToolCall): ApprovalId {
  if (!('approvalId' in state) || state.approvalId === null) throw new Error('nobody was asked about this call');
  return state.approvalId;
}

/** A call that one human approved and nobody has taken. */
export async function approvedCall(scene: Scene, params: JsonObject = {}): Promise<ToolCall> {
  return (await decide(scene, await ask(scene, 'write_file', params), 'approve')).call;
}

/** A call that the runner has taken. */
export async function claimedCall(scene: Scene, params: JsonObject = {}): Promise<ToolCall> {
  return claimCall(scene.plane, scene.runner, (await approvedCall(scene, params)).id);
}

export function report(scene: Scene, callId: ToolCallId, given: Partial<Report> = {}, by = scene.runner) {
  const plain = { status: 'completed', result: { ok: true }, error: null, errorType: null } as const;
  return settleCall(scene.plane, by, callId, { ...plain, executionTimeMs: null, fence: 1, ...given });
}

/** The code that a refused promise is refused with, or null where it was not. */
export async function refusalOf(promise: Promise<unknown>): Promise<string | null> {
  try {
    await promise;
    return null;
  } catch (error) {
    if (error instanceof CountersignError) return error.code;
    throw error;
  }
}

export async function stored(scene: { plane: ControlPlane; projectId: Scene['projectId'] }, call: ToolCall) {
  const found = await scene.plane.store.findCall(scene.projectId, call.id);
  if (!found) throw new Error('the call is gone');
  return found;
}

/** The types of the events about a call, in order. */
export async function eventsOf({ plane }: Pick<Scene, 'plane'>, subjectId: string) {
  const events = await plane.store.listEvents({ after: 0, limit: 10_000 });
  return events.filter((event) => event.subjectId === subjectId);
}

export async function typesOf(scene: Pick<Scene, 'plane'>, call: ToolCall): Promise<string[]> {
  return (await eventsOf(scene, call.id)).map(({ type }) => type);
}
