import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { LeftOut } from './contender.ts';
import { type Contenders, createContenders } from './contenders.ts';
import { createReport, type Report } from './create-report.ts';
import type { Outcome } from './experiment.ts';
import { experiments } from './experiments.ts';
import { firstLine } from './first-line.ts';
import type { Arguments } from './parse-arguments.ts';

export type RunOptions = {
  readonly settings: Arguments;
  readonly notInstalled: readonly LeftOut[];
  readonly progress: (line: string) => void;
};

/** Runs every experiment that answers one of the goals asked for. One that breaks is reported, and the others go on. */
export async function runExperiments(options: RunOptions): Promise<Report> {
  const { settings, notInstalled, progress } = options;
  const { goals, rounds, ms, isQuick, scratchDirectory } = settings;
  mkdirSync(scratchDirectory, { recursive: true });
  const runDirectory = mkdtempSync(join(scratchDirectory, 'run-'));
  const contenders = createContenders({ scratchDirectory, runDirectory, notInstalled, progress });
  const stopListening = cleanUpOnSignal(contenders, runDirectory);
  const outcomes: { name: string; outcome: Outcome }[] = [];
  progress(
    `load average ${loadavg()
      .map((load) => load.toFixed(2))
      .join(', ')}`,
  );
  try {
    for (const experiment of experiments) {
      if (!experiment.goals.some((goal) => goals.has(goal))) continue;
      progress(`${experiment.name} (goals ${experiment.goals.join(', ')})`);
      const outcome = await experiment
        .measure({ rounds, ms, goals, isQuick, contenders, progress })
        .catch((cause: unknown) => ({ findings: [], leftOut: [{ name: 'all', reason: firstLine(cause) }] }));
      outcomes.push({ name: experiment.name, outcome });
    }
  } finally {
    await contenders.close();
    rmSync(runDirectory, { recursive: true, force: true });
    stopListening();
  }
  return createReport({ rounds, ms, goals, outcomes });
}

/** Databases of a run that was interrupted are of no use, and a server it left behind would disturb the next. */
function cleanUpOnSignal(contenders: Contenders, runDirectory: string): () => void {
  const onExit = () => rmSync(runDirectory, { recursive: true, force: true });
  const onSignal = () => void contenders.close().finally(() => process.exit(130));
  process.once('exit', onExit).once('SIGINT', onSignal).once('SIGTERM', onSignal);
  return () => {
    process.off('exit', onExit).off('SIGINT', onSignal).off('SIGTERM', onSignal);
  };
}
