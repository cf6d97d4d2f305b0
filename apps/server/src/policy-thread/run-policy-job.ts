import { Worker } from 'node:worker_threads';
import { doPolicyJob, type PolicyJob, type PolicyJobDone } from './policy-job.ts';

/** How long one text may take to read, and how much memory; one so short is read faster than a thread is started. */
const policyThreadLimits = { timeoutMs: 30_000, memoryMb: 1_024, shortLengthMax: 16 * 1024 } as const;

/**
 * Reads a policy that somebody sent, in a thread of its own where it is long: however large or twisted it is, others are
 * served meanwhile. Rejects where it does not end in time or within its memory.
 */
export async function runPolicyJob<Job extends PolicyJob>(
  job: Job,
  { timeoutMs, memoryMb, shortLengthMax }: { [Name in keyof typeof policyThreadLimits]: number } = policyThreadLimits,
): Promise<PolicyJobDone[Job['kind']]> {
  if ((job.text?.length ?? 0) <= shortLengthMax) return doPolicyJob(job) as PolicyJobDone[Job['kind']];
  const worker = new Worker(new URL('./policy-thread-main.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    env: {},
  });
  const ended = Promise.withResolvers<PolicyJobDone[Job['kind']]>();
  const refuse = (message: string, cause?: unknown): void => ended.reject(new Error(message, { cause }));
  const timer = setTimeout(
    () => refuse(`it takes longer than ${timeoutMs / 1000} s to read: make it shorter`),
    timeoutMs,
  );
  worker.once('message', (done: PolicyJobDone[Job['kind']]) => ended.resolve(done));
  worker.once('error', (error) => refuse(`it cannot be read: ${(error as Error).message}`, error));
  worker.once('exit', () => refuse('it cannot be read: what read it ended'));
  try {
    return await ended.promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
