import { isoTime } from '@countersign/contract';
import {
  type ControlPlane,
  executionOrder,
  executionSignal,
  type FeedEvent,
  mayRun,
  previewOrder,
  previewSignal,
  type Runner,
} from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import { type Frame, frameOf } from './viewer.ts';

/**
 * P2: what a runner hears. The order to execute, with real arguments and signed, only while the call can still be
 * taken and only if it is for this machine; what a call would change or run, while a person is yet to be asked; and that a call it runs is to be stopped.
 */
export function runnerFrame(
  plane: ControlPlane,
  runner: Runner,
  event: Pick<FeedEvent, 'seq' | 'type'>,
  call: ToolCall,
): Frame | null {
  const { state, request } = call;
  if (event.type === 'tool_call.submitted' && state.status === 'pending' && mayRun(runner, call)) {
    const order = previewOrder(plane, call);
    return order && frameOf(previewSignal(event.seq, call, order));
  }
  if (event.type === 'tool_call.approved' && state.status === 'approved' && mayRun(runner, call)) {
    const order = executionOrder(plane, call);
    return order && frameOf(executionSignal(event.seq, call, order));
  }
  if (event.type === 'tool_call.cancel_requested' && state.status === 'executing' && state.executor === runner.id) {
    const timestamp = isoTime(state.cancelRequestedAt ?? plane.clock.now());
    return frameOf({
      id: event.seq,
      event: 'tool.cancel_signal',
      data: { tool_id: call.id, session_id: request.sessionId, timestamp },
    });
  }
  return null;
}
