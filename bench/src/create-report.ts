import type { LeftOut } from './contender.ts';
import { describeMachine, type Machine } from './describe-machine.ts';
import type { Finding, Outcome } from './experiment.ts';
import { type Goal, goals, type Target } from './goals.ts';
import type { Sample } from './interleave.ts';
import { type Summary, summarise } from './summarise.ts';

type Verdict = 'pass' | 'fail' | 'void' | 'not measured';

export type TargetReport = Target & {
  readonly goal: number;
  readonly verdict: Verdict;
  readonly measured?: number;
  readonly perRound?: readonly number[];
  readonly note?: string;
};

type ExperimentReport = {
  readonly name: string;
  readonly measurements: readonly Summary[];
  readonly samples: readonly Sample[];
  readonly loadAverages: readonly number[];
  readonly voidReason?: string;
};

export type Report = {
  readonly date: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly ms: number;
  readonly targets: readonly TargetReport[];
  readonly experiments: readonly ExperimentReport[];
  readonly leftOut: readonly (LeftOut & { readonly experiment: string })[];
};

export type ReportInput = {
  readonly rounds: number;
  readonly ms: number;
  readonly goals: ReadonlySet<number>;
  readonly outcomes: readonly { readonly name: string; readonly outcome: Outcome }[];
};

/** Puts what was found beside what was asked for. A target nobody measured is said to be so. */
export function createReport(input: ReportInput): Report {
  const found = input.outcomes.flatMap(({ outcome }) =>
    outcome.findings.map((finding) => ({ finding, isVoid: outcome.voidReason !== undefined })),
  );
  const reportOf = (goal: Goal, target: Target): TargetReport => {
    const match = found.find(({ finding }) => finding.target === target.id);
    if (!match) return { ...target, goal: goal.number, verdict: 'not measured' };
    const { finding, isVoid } = match;
    const verdict = isVoid ? 'void' : judge(target, finding);
    const { value: measured, target: _id, ...rest } = finding;
    return { ...target, goal: goal.number, verdict, measured, ...rest };
  };
  return {
    date: new Date().toISOString(),
    machine: describeMachine(),
    rounds: input.rounds,
    ms: input.ms,
    targets: goals
      .filter((goal) => input.goals.has(goal.number))
      .flatMap((goal) => goal.targets.map((target) => reportOf(goal, target))),
    experiments: input.outcomes.map(({ name, outcome }) => ({
      name,
      measurements: outcome.rounds ? summarise(outcome.rounds) : [],
      samples: outcome.rounds?.samples ?? [],
      loadAverages: outcome.rounds?.loadAverages ?? [],
      ...(outcome.voidReason ? { voidReason: outcome.voidReason } : {}),
    })),
    leftOut: input.outcomes.flatMap(({ name, outcome }) =>
      outcome.leftOut.map((leftOut) => ({ ...leftOut, experiment: name })),
    ),
  };
}

function judge(target: Target, { value }: Finding): Verdict {
  const isMet = target.direction === 'at-least' ? value >= target.limit : value <= target.limit;
  return isMet ? 'pass' : 'fail';
}
