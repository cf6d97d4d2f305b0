import { CountersignError, errorRegistry } from '@countersign/contract';
import { clientLimits } from './client-limits.ts';
import { backoffMs, type Timing } from './timing.ts';
import { UnreachableError } from './unreachable-error.ts';

export type RetryRule = {
  readonly retriesMax: number;
  readonly isRepeatable: boolean;
  readonly timing: Timing;
  readonly signal?: AbortSignal | undefined;
};

/** Tries again, a bounded number of times and after a pause, what may safely be tried again. */
export async function withRetries<T>(rule: RetryRule, attempt: () => Promise<T>): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= rule.retriesMax || !mayRetry(error, rule.isRepeatable)) throw error;
      await rule.timing.sleep(pauseMs(error, tried, rule.timing), rule.signal);
    }
  }
}

/** A failure that passes by itself: no answer, or an answer whose code says so. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof UnreachableError || (error instanceof CountersignError && errorRegistry[error.code].retryable)
  );
}

function mayRetry(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof UnreachableError && error.isUnsent) return true;
  return isRepeatable && isPassing(error);
}

function pauseMs(error: unknown, tried: number, { random }: Timing): number {
  const asked = error instanceof CountersignError ? Number(error.details.retry_after_seconds ?? 0) * 1000 : 0;
  const own = backoffMs(tried, clientLimits.retryDelayMsFirst, clientLimits.retryDelayMsMax, random);
  return Math.min(Math.max(own, asked), clientLimits.retryAfterMsMax);
}
