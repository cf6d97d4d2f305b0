import { CountersignError, type PreviewFile, type ToolCallId } from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import { mayRun } from '../calls/claim-call.ts';
import { moveCall } from '../calls/commit-transition.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { Runner } from '../principal.ts';
import { endPreview } from './end-preview.ts';

/** The first runner that says what a call would change or run is believed. The same word again is answered the same. */
export async function submitPreview(
  plane: ControlPlane,
  runner: Runner,
  callId: ToolCallId,
  given: readonly PreviewFile[],
): Promise<ToolCall> {
  const seen = await plane.store.findCall(runner.projectId, callId);
  if (!seen || !mayRun(runner, seen)) throw noSuchCall();
  const files = given.map((file) => ({ ...file, text: file.text === null ? null : plane.redactor.text(file.text) }));
  let last = seen;
  const moved = await moveCall(plane, seen, (call) => {
    last = call;
    return call.state.status === 'pending' ? endPreview(plane, call, { runner, files }) : null;
  });
  if (moved?.status === 'done') return moved.call;
  // A runner of another machine was faster: from then on the call is not for this one.
  if (!mayRun(runner, last)) throw noSuchCall();
  if (isSame(last, files)) return last;
  throw new CountersignError(
    'illegal_transition',
    'Nobody waits for this preview any more: another runner was faster, or the time was up. There is nothing to do.',
    { tool_id: callId, call_status: last.state.status },
  );
}

function noSuchCall(): CountersignError {
  return new CountersignError('not_found', 'There is no such call for this runner.');
}

function isSame({ request }: ToolCall, files: readonly PreviewFile[]): boolean {
  const { expectedFiles } = request;
  return (
    files.length > 0 &&
    files.length === expectedFiles.length &&
    files.every(({ path, sha256 }, index) => {
      const expected = expectedFiles[index]!;
      return path === expected.path && sha256 === expected.sha256;
    })
  );
}
