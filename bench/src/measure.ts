import type { LoadResult } from './contender.ts';
import type { Operation } from './job.ts';
import { percentile } from './statistics.ts';

/**
 * Runs a closed loop of `concurrency` callers for `ms`. Operations under way at the end are waited for and counted. Time
 * spent on preparing is in no result.
 */
export async function measure(operation: Operation, load: { concurrency: number; ms: number }): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + load.ms;
  const { run, prepare } = typeof operation === 'function' ? { run: operation, prepare: null } : operation;
  let index = 0;
  let preparingMs = 0;

  const call = async () => {
    while (performance.now() < endsAt) {
      const turn = index++;
      if (prepare) {
        const preparedFrom = performance.now();
        await prepare(turn);
        preparingMs += performance.now() - preparedFrom;
      }
      const calledAt = performance.now();
      await run(turn);
      latenciesMs.push(performance.now() - calledAt);
    }
  };
  await Promise.all(Array.from({ length: load.concurrency }, call));

  const elapsedMs = performance.now() - startedAt - preparingMs / load.concurrency;
  return {
    n: latenciesMs.length,
    perSecond: (latenciesMs.length / elapsedMs) * 1000,
    p50Us: percentile(latenciesMs, 0.5) * 1000,
    p99Us: percentile(latenciesMs, 0.99) * 1000,
  };
}
