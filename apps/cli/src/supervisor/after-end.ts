import { supervisorLimits } from './supervisor-limits.ts';

/** What is remembered of the ends before. */
export type EndsBefore = {
  /** Ends in a row of processes that did not live long. */
  readonly shortLives: number;
  /** Of those within the window, in milliseconds. */
  readonly endedAt: readonly number[];
  readonly isLooping: boolean;
};

export type CrashLoop = { readonly crashes: number; readonly window_seconds: number; readonly threshold: number };

export type AfterEnd = {
  readonly before: EndsBefore;
  readonly retryInMs: number;
  /** With the end that made it one, and then not again until a process has lived long. */
  readonly crashLoop: CrashLoop | null;
};

export const noEnds: EndsBefore = { shortLives: 0, endedAt: [], isLooping: false };

/** W2: when to start again what ended without being told to. */
export function afterEnd(before: EndsBefore, startedAt: number, endedAt: number): AfterEnd {
  const { retryMsFirst, retryMsMax, steadyMs, loopEnds, loopWindowMs, loopRetryMs } = supervisorLimits;
  const { shortLives, endedAt: earlier, isLooping: wasLooping } = endedAt - startedAt >= steadyMs ? noEnds : before;
  // A clock that was set back must not make an old end look like one to come.
  const recent = [...earlier.filter((at) => Math.abs(endedAt - at) < loopWindowMs), endedAt].slice(-loopEnds);
  const isLooping = wasLooping || recent.length === loopEnds;
  return {
    before: { shortLives: shortLives + 1, endedAt: recent, isLooping },
    retryInMs: isLooping ? loopRetryMs : Math.min(retryMsMax, retryMsFirst * 2 ** shortLives),
    crashLoop:
      isLooping && !wasLooping
        ? { crashes: recent.length, window_seconds: loopWindowMs / 1000, threshold: loopEnds }
        : null,
  };
}
