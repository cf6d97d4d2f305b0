import { backoffMs } from '../control/backoff.ts';
import { circuitOf, oneMoreFailure } from '../control/failures.ts';
import type { CircuitChange } from '../control/provider-breakers.ts';
import { cutText, holdable } from '../cut-text.ts';
import { limits } from '../limits.ts';
import type { Model, ModelError } from '../ports.ts';
import type { Run } from '../run.ts';
import { isEnded } from '../run-changes.ts';
import type { Asked, StoppedAsking } from './ask-model.ts';
import type { Change } from './change.ts';
import { compactContext } from './compact-context.ts';
import { failRun, stopRun } from './end-run.ts';
import { circuitEvents } from './provider-events.ts';
import type { RunWork } from './run-work.ts';

/** W4: commits that a try failed: another one at a later time, or the end. Null unless it was stopped meanwhile. */
export async function keepFailure(
  work: RunWork,
  model: Model,
  { error, tookMs }: Extract<Asked, { readonly kind: 'failed' }>,
  changes: readonly CircuitChange[],
): Promise<StoppedAsking | null> {
  if (error.errorClass === 'context_overflow' && work.warm.overflowTurnId !== work.run.turnId) {
    work.warm.overflowTurnId = work.run.turnId;
    const compacted = await compactContext(work, model, { afterOverflow: true });
    if (compacted !== 'nothing_to_cut') return compacted === 'compacted' ? null : compacted;
  }
  await work.commit((row) => {
    if (isEnded(row)) return null;
    const failing = oneMoreFailure(row.failing, 'model', error.errorClass);
    const run = { ...row, failing, workingMs: row.workingMs + tookMs };
    const change = afterFailure(run, error, work.now());
    return {
      ...change,
      set: { failing, workingMs: run.workingMs, ...change.set },
      events: [...circuitEvents(changes, row.control.breakerMs), ...change.events],
    };
  });
  return null;
}

function afterFailure(run: Run, error: ModelError, now: number): Change {
  const circuit = circuitOf(run);
  if (circuit !== null) return stopRun(run, circuit, now);
  const words = cutText(holdable(error.message), limits.eventErrorLengthMax);
  if (!error.isRetryable) return failRun(run, error.errorClass, words, now);
  if (run.attempts >= run.control.maxRetries)
    return failRun(run, error.errorClass, `${words} Tried ${run.attempts + 1} times.`, now);
  return tryLater(run, error, words, now);
}

/** The pause is a time in the row: it survives a restart. */
function tryLater(run: Run, { errorClass, retryAfterMs }: ModelError, words: string, now: number): Change {
  const attempts = run.attempts + 1;
  const retryInMs = backoffMs(run.control, attempts, retryAfterMs);
  const text = `The model failed (${errorClass}); it is tried again in ${retryInMs / 1000} s.`;
  const data = {
    turn: run.turn,
    attempt: attempts,
    retry_in_ms: retryInMs,
    error: words,
    error_class: errorClass,
    text,
    figure: attempts,
    threshold: run.control.maxRetries,
  };
  return {
    set: { attempts, wakeAt: now + retryInMs },
    entries: [],
    events: [{ type: 'control.retry_scheduled', turnId: run.turnId, data }],
  };
}
