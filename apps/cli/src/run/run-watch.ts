import type { RunView } from '@countersign/contract';
import type { Told } from './follow-run.ts';

export type WhatNow = 'watch' | 'leave' | 'stop';

/** What a run is shown on. */
export type RunWatch = {
  tell(told: Told): Promise<void> | void;
  /** Answers questions as they come, until the signal says stop; `onQuit` when a person has enough. */
  attend(onQuit: () => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Asks a person how to go on; null where nobody can be asked. */
  askWhatNow(): Promise<WhatNow | null>;
  say(text: string): void;
  end(run: RunView): void;
  /** Lets go of the screen. */
  leave(): void;
};
