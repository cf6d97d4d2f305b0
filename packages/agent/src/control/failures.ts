import type { RunErrorClass } from '@countersign/contract';
import type { CallStanding } from '../ports.ts';
import type { Run, RunFailing } from '../run.ts';
import type { LimitReached } from './run-limits.ts';

/** What a turn's calls came to, for the breaker: one that came to something, or the class of what went wrong. */
export type TurnOutcome = 'useful' | 'undecided' | RunErrorClass;

/** W4: one more failure; another class, or another source, begins anew. */
export function oneMoreFailure(
  failing: RunFailing | null,
  of: RunFailing['of'],
  errorClass: RunErrorClass,
): RunFailing {
  const goesOn = failing !== null && failing.of === of && failing.errorClass === errorClass;
  return { of, errorClass, count: goesOn ? failing.count + 1 : 1 };
}

/** An answer of the model ends its own failures. Those of tools go on until a call comes to something. */
export function afterAnswer(failing: RunFailing | null): RunFailing | null {
  return failing?.of === 'model' ? null : failing;
}

export function afterTurn(failing: RunFailing | null, outcome: TurnOutcome): RunFailing | null {
  if (outcome === 'undecided') return failing;
  return outcome === 'useful' ? null : oneMoreFailure(failing, 'tools', outcome);
}

/**
 * W4: a turn failed where none of its calls came to anything. What a person rejected or cancelled says nothing about the tools; what
 * policy denied does. `null` stands for a call that was no call.
 */
export function turnOutcome(standings: readonly (CallStanding | null)[]): TurnOutcome {
  if (standings.some((standing) => standing?.status === 'completed')) return 'useful';
  const failed = standings.map(failureClassOf).find((errorClass) => errorClass !== null);
  return failed ?? 'undecided';
}

/** W4: so many in a row that going on makes no sense. */
export function circuitOf(run: Run): LimitReached | null {
  const threshold = run.control.breakerFailures;
  if (run.failing === null || run.failing.count < threshold) return null;
  const { of, errorClass, count } = run.failing;
  const what = of === 'model' ? 'tries of the model' : 'turns with tool calls';
  return { limit: 'circuit', figure: count, threshold, reason: `${count} ${what} in a row failed (${errorClass}).` };
}

function failureClassOf(standing: CallStanding | null): RunErrorClass | null {
  if (standing === null) return 'validation';
  switch (standing.status) {
    case 'failed':
      return standing.errorClass ?? 'tool_exec';
    case 'timeout':
      return 'timeout';
    case 'unknown':
      return 'unknown';
    case 'rejected':
      return standing.outcome?.kind === 'denied_by_policy' ? 'policy' : null;
    default:
      return null;
  }
}
