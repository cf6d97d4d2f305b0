import type { RunErrorClass, RunUsage } from '@countersign/contract';
import type { LimitReached } from '../control/run-limits.ts';
import { cutText } from '../cut-text.ts';
import { limits } from '../limits.ts';
import type { RunEvent } from '../ports.ts';
import type { Run, RunEnd } from '../run.ts';
import type { Change } from './change.ts';

/** The model gave its answer. */
export function completeRun(run: Run, answer: string, at: number): Change {
  return ended(run, 'completed', { reason: 'It answered.', answer, errorClass: null, limit: null }, at);
}

/** W4: a limit was reached: the event names it with figure and threshold. */
export function stopRun(run: Run, reached: LimitReached & { readonly period?: number }, at: number): Change {
  const { limit, figure, threshold, reason, period } = reached;
  const data = { limit, figure, threshold, text: reason };
  const end = ended(run, 'stopped', { reason, answer: null, errorClass: null, limit }, at);
  const found: RunEvent[] =
    limit === 'no_progress' ? [{ type: 'control.no_progress', turnId: null, data: { ...data, period } }] : [];
  return { ...end, events: [...found, { type: 'control.limit_reached', turnId: null, data }, ...end.events] };
}

/** It cannot go on. */
export function failRun(run: Run, errorClass: RunErrorClass, reason: string, at: number): Change {
  return ended(run, 'failed', { reason, answer: null, errorClass, limit: null }, at);
}

/** A person ended it. */
export function cancelledRun(run: Run, at: number): Change {
  const reason = run.askedReason ?? 'A person stopped it.';
  return ended(run, 'cancelled', { reason, answer: null, errorClass: null, limit: null }, at);
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

type EndedStatus = 'completed' | 'stopped' | 'failed' | 'cancelled';

/** A turn that is still open ends with the run. */
function ended(run: Run, status: EndedStatus, end: RunEnd, at: number): Change {
  const by = status === 'cancelled' ? { by: run.askedBy } : {};
  const data = {
    reason: cutText(end.reason, limits.eventErrorLengthMax),
    error_class: end.errorClass,
    limit: end.limit,
    usage: usageOf(run),
    ...by,
  };
  return {
    set: {
      status,
      end,
      phase: 'model',
      pendingCalls: [],
      turnId: null,
      turnStartedAt: null,
      asked: null,
      wakeAt: null,
      endedAt: at,
    },
    entries: [],
    events: [...(run.turnId === null ? [] : [turnFailed(run, end)]), { type: `agent.${status}`, turnId: null, data }],
  };
}

function turnFailed({ turnId, turn }: Run, { reason, errorClass }: RunEnd): RunEvent {
  const data = { turn, error: cutText(reason, limits.eventErrorLengthMax), error_class: errorClass };
  return { type: 'turn.failed', turnId, data };
}
