import { CountersignError, type ErrorType, type JsonValue, limits, type ToolCallId } from '@countersign/contract';
import { cutText, makeVisible } from '@countersign/policy';
import type { CallEvent, Executor, ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import { type Printing, printRest } from '../output/submit-output.ts';
import type { Actor } from '../ports/records.ts';
import type { FollowingWrite } from '../ports/store.ts';
import { actorOf, type Runner } from '../principal.ts';
import { mayRun } from './claim-call.ts';
import { moveCall, refusalError } from './commit-transition.ts';

export type Report = {
  readonly status: 'completed' | 'failed' | 'cancelled' | 'unknown';
  readonly result: unknown;
  readonly error: string | null;
  readonly errorType: ErrorType | null;
  readonly executionTimeMs: number | null;
  readonly fence: number | null;
};

/** The executor's word on how an execution ended. The same word again is answered the same; another is refused. */
export async function settleCall(
  plane: ControlPlane,
  runner: Runner,
  callId: ToolCallId,
  report: Report,
): Promise<ToolCall> {
  const call = await plane.store.findCall(runner.projectId, callId);
  if (!call || !mayRun(runner, call)) throw new CountersignError('not_found', 'There is no such call for this runner.');
  const by = { executor: runner.id, actor: actorOf(runner), fence: report.fence };
  return settleAs(plane, await printRestOf(plane, call, by), runner.id, actorOf(runner), report);
}

/** Only by the one who holds the claim: what another says must not end the streams of the first. */
function printRestOf(plane: ControlPlane, call: ToolCall, by: Printing): Promise<ToolCall> | ToolCall {
  const { state } = call;
  const isHeld = state.status === 'executing' && state.executor === by.executor;
  return isHeld && (by.fence ?? state.fence) === state.fence ? printRest(plane, call, by) : call;
}

export async function settleAs(
  plane: ControlPlane,
  seen: ToolCall,
  executor: Executor,
  actor: Actor,
  report: Report,
  following: () => readonly FollowingWrite[] = () => [],
): Promise<ToolCall> {
  let settled: ToolCall | null = null;
  const moved = await moveCall(plane, seen, (call) => {
    if (call.state.status === 'approved') {
      throw new CountersignError('not_claimed', 'Claim the call before running it: POST tools/{tool_id}/claim.', {
        tool_id: call.id,
      });
    }
    const event = reported(plane, executor, report);
    if (isSameReport(call, executor, report, event)) {
      settled = call;
      return null;
    }
    return { event, actor, following };
  });
  if (settled) return settled;
  if (moved?.status !== 'done') throw refusalError(moved?.refusal ?? 'illegal_transition', moved?.call ?? seen);
  return moved.call;
}

/** A runner whose answer was lost sends its report again, word for word. */
function isSameReport({ state }: ToolCall, executor: Executor, { status, fence }: Report, event: CallEvent): boolean {
  if (state.status !== status || !('executor' in state) || !('fence' in state)) return false;
  if ('result' in event && 'result' in state && event.result !== state.result) return false;
  if ('error' in event && 'error' in state && event.error !== state.error) return false;
  return state.executor === executor && (fence ?? state.fence) === state.fence;
}

function reported(plane: ControlPlane, executor: Executor, report: Report): CallEvent {
  const { fence, executionTimeMs } = report;
  const at = plane.clock.now();
  const masked =
    report.result === undefined || report.result === null
      ? null
      : JSON.stringify(plane.redactor.json(report.result as JsonValue));
  switch (report.status) {
    case 'completed':
      return { type: 'complete', at, executor, fence, result: masked, executionTimeMs };
    case 'failed': {
      const text = makeVisible(plane.redactor.text(report.error ?? 'The tool failed without saying why.'));
      return {
        type: 'fail',
        at,
        executor,
        fence,
        error: cutText(text, limits.errorLengthMax),
        errorType: report.errorType ?? 'tool_exec',
        result: masked,
        executionTimeMs,
      };
    }
    case 'cancelled':
      return { type: 'stop', at, executor, fence };
    case 'unknown':
      return { type: 'lose', at, reportedBy: { executor, fence } };
  }
}
