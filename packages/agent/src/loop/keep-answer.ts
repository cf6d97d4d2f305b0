import { afterAnswer, circuitOf, oneMoreFailure } from '../control/failures.ts';
import type { CircuitChange } from '../control/provider-breakers.ts';
import { tokenLimitOf, wallTimeLimitOf } from '../control/run-limits.ts';
import { cutText } from '../cut-text.ts';
import { limits } from '../limits.ts';
import type { Model, RunEvent } from '../ports.ts';
import type { Run } from '../run.ts';
import { isEnded } from '../run-changes.ts';
import type { Asked } from './ask-model.ts';
import { both, type Change } from './change.ts';
import { completeRun, failRun, stopRun } from './end-run.ts';
import type { OfferedTools } from './offered-tools.ts';
import { circuitEvents } from './provider-events.ts';
import { type Answer, readAnswer } from './read-answer.ts';
import type { RunWork } from './run-work.ts';

/** W2: commits a step of the model. The ids of its calls are in it, before anything is submitted. */
export async function keepAnswer(
  work: RunWork,
  model: Model,
  offered: OfferedTools,
  asked: Extract<Asked, { readonly kind: 'answered' }>,
  changes: readonly CircuitChange[],
): Promise<void> {
  const answer = readAnswer(asked.step, model.protocol, offered.toolNames);
  const { noticesInARow } = work.conversation;
  await work.commit((row) => {
    // What people asked for is done after this: what the model said is not lost by it.
    if (isEnded(row)) return null;
    const told: Change = {
      set: figuresOf(row, asked),
      entries: [
        { kind: 'model', turn: row.turn, text: answer.text, calls: answer.calls, providerData: answer.providerData },
      ],
      events: [...circuitEvents(changes, row.control.breakerMs), answered(row, answer, asked)],
    };
    return both(told, next({ ...row, ...told.set }, answer, noticesInARow, work.now()));
  });
}

function figuresOf(run: Run, { step, tookMs }: Extract<Asked, { readonly kind: 'answered' }>) {
  return {
    inputTokens: run.inputTokens + step.inputTokens,
    outputTokens: run.outputTokens + step.outputTokens,
    workingMs: run.workingMs + tookMs,
    attempts: 0,
    failing: afterAnswer(run.failing),
  };
}

function next(run: Run, answer: Answer, noticesInARow: number, now: number): Change {
  if (answer.problem !== null) return told(run, answer.problem, noticesInARow, now);
  if (answer.calls.length > 0) return callsOf(run, answer, now);
  const completed = turnCompleted(run);
  // Somebody said something while it gave its last answer: it goes on with that.
  if (run.messageCount > run.messagesSeen) return { ...completed, set: { ...completed.set, wakeAt: now } };
  return both(completed, completeRun({ ...run, turnId: null }, answer.text, now));
}

/** A run that has used up what it may use asks for nothing more. */
function callsOf(run: Run, { calls }: Answer, now: number): Change {
  const reached = tokenLimitOf(run) ?? wallTimeLimitOf(run, 0);
  if (reached !== null) return stopRun(run, reached, now);
  return {
    set: {
      phase: 'tools',
      pendingCalls: calls.map(({ callId }) => callId),
      toolCallCount: run.toolCallCount + calls.length,
      wakeAt: now,
    },
    entries: [],
    events: [],
  };
}

/** W3, W4: the model is told what was wrong with its answer, as often as a step may be tried again. */
function told(run: Run, problem: NonNullable<Answer['problem']>, noticesInARow: number, now: number): Change {
  const failing = oneMoreFailure(run.failing, 'model', 'validation');
  const circuit = circuitOf({ ...run, failing });
  if (circuit !== null) return stopRun(run, circuit, now);
  if (problem.isFatal || noticesInARow >= run.control.maxRetries) return failRun(run, 'validation', problem.words, now);
  const { turn, turnId } = run;
  const attempt = noticesInARow + 1;
  const error = { turn, error: problem.words, error_class: 'validation' };
  const retry = { ...error, attempt, retry_in_ms: 0, figure: attempt, threshold: run.control.maxRetries };
  return {
    set: { failing, turnId: null, turnStartedAt: null, wakeAt: now },
    entries: [{ kind: 'notice', turn, text: problem.words, errorClass: 'validation' }],
    events: [
      { type: 'turn.failed', turnId, data: error },
      {
        type: 'control.retry_scheduled',
        turnId: null,
        data: { ...retry, text: 'The answer of the model could not be used; it was told so.' },
      },
    ],
  };
}

function answered(
  { turn, turnId }: Run,
  { text, calls }: Answer,
  { step, tookMs }: Extract<Asked, { readonly kind: 'answered' }>,
): RunEvent {
  return {
    type: 'turn.answered',
    turnId,
    data: {
      turn,
      text: cutText(text, limits.eventTextLengthMax),
      tool_calls: calls.map(({ callId, toolName }) => ({ tool_id: callId, tool_name: toolName })),
      input_tokens: step.inputTokens,
      output_tokens: step.outputTokens,
      model_ms: Math.round(tookMs),
    },
  };
}

function turnCompleted({ turn, turnId }: Run): Change {
  return {
    set: { turnId: null, turnStartedAt: null },
    entries: [],
    events: [{ type: 'turn.completed', turnId, data: { turn, tool_calls: 0, failed_calls: 0 } }],
  };
}
