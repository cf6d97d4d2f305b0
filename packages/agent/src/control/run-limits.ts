import type { RunLimitName } from '@countersign/contract';
import type { Run } from '../run.ts';

/** W4: a limit that a run has come to. */
export type LimitReached = {
  readonly limit: RunLimitName;
  readonly figure: number;
  readonly threshold: number;
  /** In words, for people. */
  readonly reason: string;
};

/** Before another step of the model: has it had all the turns, tokens or time it may have? */
export function limitOf(run: Run): LimitReached | null {
  return tokenLimitOf(run) ?? wallTimeLimitOf(run, 0) ?? turnLimitOf(run);
}

export function tokenLimitOf(run: Run): LimitReached | null {
  const figure = run.inputTokens + run.outputTokens;
  const threshold = run.control.maxTokens;
  if (figure < threshold) return null;
  return { limit: 'max_tokens', figure, threshold, reason: `It used ${figure} tokens of the ${threshold} it may use.` };
}

/** With what works now and is not committed yet. */
export function wallTimeLimitOf(run: Run, underWayMs: number): LimitReached | null {
  const figure = run.workingMs + underWayMs;
  const threshold = run.control.maxWallTimeMs;
  if (figure < threshold) return null;
  const reason = `It worked for ${seconds(figure)} of the ${seconds(threshold)} it may work.`;
  return { limit: 'max_wall_time', figure, threshold, reason };
}

function turnLimitOf(run: Run): LimitReached | null {
  const threshold = run.control.maxTurns;
  if (run.turn < threshold) return null;
  const reason = `It took ${run.turn} of the ${threshold} turns it may take.`;
  return { limit: 'max_turns', figure: run.turn, threshold, reason };
}

/** How much longer it may work. */
export function workingMsLeft(run: Run): number {
  return Math.max(0, run.control.maxWallTimeMs - run.workingMs);
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
