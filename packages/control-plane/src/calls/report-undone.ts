import { CountersignError, type ToolCallId } from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import { writingTools } from '../previews/is-preview-wanted.ts';
import { actorOf, type Runner } from '../principal.ts';
import { moveCall, refusalError } from './commit-transition.ts';

/** The runner that made a change has taken it back. Said once; the same again is answered the same. */
export async function reportUndone(
  plane: ControlPlane,
  runner: Runner,
  callId: ToolCallId,
  { path, sha256 }: { readonly path: string; readonly sha256: string | null },
): Promise<ToolCall> {
  const seen = await plane.store.findCall(runner.projectId, callId);
  if (!seen || !('executor' in seen.state) || seen.state.executor !== runner.id) {
    throw new CountersignError('not_found', 'There is no such call that this runner has executed.');
  }
  if (!writingTools.has(seen.request.toolName)) throw refusalError('illegal_transition', seen);
  let undone: ToolCall | null = null;
  const moved = await moveCall(plane, seen, (call) => {
    if (call.state.status === 'completed' && call.state.undoneAt !== null) {
      undone = call;
      return null;
    }
    const said = { executor: runner.id, by: runner.name, path, sha256 };
    return { event: { type: 'undo', at: plane.clock.now(), ...said }, actor: actorOf(runner) };
  });
  if (undone) return undone;
  if (moved?.status !== 'done') throw refusalError(moved?.refusal ?? 'illegal_transition', moved?.call ?? seen);
  return moved.call;
}
