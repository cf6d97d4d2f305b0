import { CountersignError, type JsonObject, type PreviewFile } from '@countersign/contract';
import type { CallRequest, ToolCall } from '@countersign/tool-call';
import { type Admission, admitCall } from '../admission/admit-call.ts';
import type { Step } from '../calls/commit-transition.ts';
import { ask, firstMove, openedApproval } from '../calls/first-move.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { FollowingWrite } from '../ports/store.ts';
import { actorOf, type Runner } from '../principal.ts';

/** What a runner showed of its files. */
export type Shown = { readonly runner: Runner; readonly files: readonly PreviewFile[] };

/**
 * The end of the wait for a preview, with one or without. The call is judged anew, by the policy and the remembered
 * decisions of now, and its digest takes in the files that were shown: what a person agrees to holds for them alone.
 */
export async function endPreview(plane: ControlPlane, call: ToolCall, shown: Shown | null): Promise<Step> {
  const at = plane.clock.now();
  const grants = await plane.store.listActiveGrants(call.request.sessionId, at);
  const admission = admitIfPossible(plane, call.request, shown, grants);
  const event = admission
    ? { ...firstMove(plane, admission, at), rejudged: { request: admission.request, by: shown?.runner ?? null } }
    : ask(at, outlookSeconds(plane, call.request));
  return {
    event,
    actor: shown ? actorOf(shown.runner) : 'system',
    following: (next) => [...openedApproval(next, at), ...previewWrite(next, shown?.files ?? [])],
  };
}

type Grants = Parameters<typeof admitCall>[2];

/** Null where the arguments cannot be opened here: a person is asked all the same, and deciding says what is wrong. */
function admitIfPossible(
  plane: ControlPlane,
  request: CallRequest,
  shown: Shown | null,
  grants: Grants,
): Admission | null {
  try {
    return admitAgain(plane, request, shown, grants);
  } catch (error) {
    if (error instanceof CountersignError) return null;
    throw error;
  }
}

function admitAgain(plane: ControlPlane, request: CallRequest, shown: Shown | null, grants: Grants): Admission {
  const { projectId, sessionId, agentId, userId, toolName, agentNote, createdAt } = request;
  const files = shown?.files ?? [];
  // What was shown is how things are on that machine: it runs there or nowhere.
  const machine = shown && files.length > 0 ? shown.runner.machine : request.machine;
  const asked = {
    agent: { id: agentId, ownerId: userId },
    caller: request.caller,
    session: { id: sessionId, projectId, machine },
    toolName,
    params: JSON.parse(request.sealedArguments!) as JsonObject,
    note: agentNote,
    at: createdAt,
    expectedFiles: files.map(({ path, sha256 }) => ({ path, sha256 })),
  };
  return admitCall(plane, asked, grants);
}

function outlookSeconds({ tools, gate }: ControlPlane, { toolName }: CallRequest): number | null {
  const tool = tools.find(toolName);
  return tool ? gate.outlook(tool.definition).approvalTimeoutSeconds : null;
}

/** What is shown to the person who is asked now; nothing for any other call. */
export function previewWrite({ id, state }: ToolCall, files: readonly PreviewFile[]): FollowingWrite[] {
  if (files.length === 0 || state.status !== 'awaiting_approval') return [];
  return [{ kind: 'preview', record: { callId: id, files } }];
}
