import type { ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import type { ContinuationRecord } from '../ports/records.ts';
import type { Continued } from '../ports/server-executor.ts';
import { moveCall, refusalError } from './commit-transition.ts';

/**
 * U7: a call that this process has begun goes on later, wherever. What it goes on with and a lease for all the time it
 * has are one commit: from then on no process that ends makes it `unknown`.
 */
export async function continueLater(
  plane: ControlPlane,
  call: ToolCall,
  { continueWith, afterMs }: Continued,
): Promise<ContinuationRecord> {
  const at = plane.clock.now();
  const { projectId } = call.request;
  const record = { callId: call.id, projectId, version: 1, state: continueWith, nextAt: at + Math.max(0, afterMs) };
  const moved = await moveCall(plane, call, ({ state }) =>
    state.status === 'executing'
      ? {
          event: { type: 'renew', at: plane.clock.now(), executor: 'server', fence: 1, leaseUntil: state.executeBy },
          actor: 'system',
          following: () => [{ kind: 'new_continuation', record }],
        }
      : null,
  );
  if (moved?.status !== 'done') throw refusalError(moved?.refusal ?? 'illegal_transition', moved?.call ?? call);
  return record;
}
