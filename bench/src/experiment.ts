import type { LeftOut } from './contender.ts';
import type { Contenders } from './contenders.ts';
import type { Rounds } from './interleave.ts';
import { median } from './statistics.ts';

export type Bench = {
  readonly rounds: number;
  /** How long one contender runs in one round. */
  readonly ms: number;
  /** The goals asked for: an experiment that answers several may leave out what none of these needs. */
  readonly goals: ReadonlySet<number>;
  /** Fill databases less: an indication instead of a result. */
  readonly isQuick: boolean;
  readonly contenders: Contenders;
  readonly progress: (line: string) => void;
};

/** One value for one target of `goals.ts`. */
export type Finding = {
  readonly target: string;
  readonly value: number;
  /** The ratio of each round, if the value is their median. */
  readonly perRound?: readonly number[];
  readonly note?: string;
};

export type Outcome = {
  readonly findings: readonly Finding[];
  readonly leftOut: readonly LeftOut[];
  readonly rounds?: Rounds;
  readonly voidReason?: string;
};

/** One arrangement of contenders that answers one or more goals. */
export type Experiment = {
  readonly name: string;
  readonly goals: readonly number[];
  measure(bench: Bench): Promise<Outcome>;
};

/** A finding from the ratios of the rounds; none if there are no ratios, so that a missing side is never a number. */
export function findingOf(target: string, ratios: readonly number[], note?: string): Finding[] {
  if (ratios.length === 0) return [];
  return [{ target, value: median(ratios), perRound: ratios, ...(note ? { note } : {}) }];
}
