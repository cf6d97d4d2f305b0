import { isEnded, type Run } from '@countersign/agent';
import { isoTime, limits, type RunUsage, type RunView, settledStatuses, type ToolCallId } from '@countersign/contract';
import { cutText } from '@countersign/policy';
import type { ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';

type Plane = Pick<ControlPlane, 'store' | 'clock'>;

export async function runView(plane: Plane, run: Run): Promise<RunView> {
  return (await runViews(plane, [run]))[0]!;
}

/** Runs as people see them, with what each waits for. */
export async function runViews({ store, clock }: Plane, runs: readonly Run[]): Promise<RunView[]> {
  const pending = runs.filter((run) => !isEnded(run)).flatMap(({ pendingCalls }) => pendingCalls);
  const calls = pending.length === 0 ? [] : await store.findCalls(pending);
  const byId = new Map(calls.map((call) => [call.id, call]));
  return runs.map((run) => viewOf(run, byId, clock.now()));
}

export function usageOf(run: Run): RunUsage {
  return {
    turns: run.turn,
    tool_calls: run.toolCallCount,
    input_tokens: run.inputTokens,
    output_tokens: run.outputTokens,
    working_ms: Math.round(run.workingMs),
  };
}

function secondsOf(ms: number): number {
  return Math.round(ms / 1000);
}

function viewOf(run: Run, calls: ReadonlyMap<ToolCallId, ToolCall>, now: number): RunView {
  const { control, end } = run;
  const open = isEnded(run) ? [] : run.pendingCalls.filter((id) => !isSettled(calls.get(id)));
  return {
    run_id: run.id,
    project_id: run.projectId,
    session_id: run.sessionId,
    agent_id: run.agentId,
    user_id: run.userId,
    message_id: run.messageId,
    task: cutText(run.task, limits.taskShownLengthMax),
    model: run.model,
    status: run.status,
    waiting_for: waitingFor(run, open, calls, now),
    pending_calls: [...open],
    usage: usageOf(run),
    control: {
      max_turns: control.maxTurns,
      max_wall_time_seconds: secondsOf(control.maxWallTimeMs),
      max_tokens: control.maxTokens,
      max_retries: control.maxRetries,
      retry_base_seconds: secondsOf(control.retryBaseMs),
      retry_max_seconds: secondsOf(control.retryMaxMs),
      breaker_failures: control.breakerFailures,
      breaker_seconds: secondsOf(control.breakerMs),
      no_progress_turns: control.noProgressTurns,
      context_tokens: control.contextTokens,
      model_timeout_seconds: secondsOf(control.modelTimeoutMs),
    },
    answer: end?.answer ?? null,
    end_reason: end?.reason ?? null,
    error_class: end?.errorClass ?? null,
    created_at: isoTime(run.createdAt),
    started_at: run.startedAt === null ? null : isoTime(run.startedAt),
    ended_at: run.endedAt === null ? null : isoTime(run.endedAt),
  };
}

function waitingFor(
  run: Run,
  open: readonly ToolCallId[],
  calls: ReadonlyMap<ToolCallId, ToolCall>,
  now: number,
): RunView['waiting_for'] {
  if (run.status === 'queued') return 'turn_of_session';
  if (run.status !== 'running') return null;
  if (run.phase === 'tools') {
    const isAskedOnly = open.length > 0 && open.every((id) => calls.get(id)?.state.status === 'awaiting_approval');
    return isAskedOnly ? 'approval' : 'tools';
  }
  return run.attempts > 0 && run.wakeAt !== null && run.wakeAt > now ? 'retry' : 'model';
}

/** One that is not submitted yet is not settled. */
function isSettled(call: ToolCall | undefined): boolean {
  return call !== undefined && settledStatuses.has(call.state.status);
}
