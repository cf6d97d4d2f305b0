import type { RenderedRequest } from '../request/rendered-request.ts';
import type { UpstreamClock } from '../upstream-clock.ts';
import { UpstreamFailure } from '../upstream-failure.ts';
import type { HttpSender, SendOptions } from './http-sender.ts';
import { httpLimits } from './limits.ts';
import type { UpstreamResponse } from './upstream-response.ts';

type RetryOptions = SendOptions & {
  readonly clock: UpstreamClock;
  /** From 0 to 1; spreads those that failed together. */
  readonly random?: (() => number) | undefined;
};

/**
 * Sends a request, and again where that is safe and of use: only where a repetition does no harm, only after failures
 * that pass, at most twice, and never beyond the one deadline of all attempts.
 */
export async function sendWithRetries(
  sender: HttpSender,
  request: RenderedRequest,
  { clock, random = Math.random, ...options }: RetryOptions,
): Promise<UpstreamResponse & { readonly attempts: number }> {
  const deadline = clock.now() + options.timeoutMs;
  let mayHaveRun = false;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attempted(sender, request, { ...options, timeoutMs: deadline - clock.now() });
    if (outcome instanceof UpstreamFailure) mayHaveRun ||= outcome.mayHaveRun;
    const waitMs =
      request.isRepeatable && attempt < httpLimits.attemptsMax ? waitFor(outcome, attempt, random, clock.now()) : null;
    const isLast = waitMs === null || clock.now() + waitMs >= deadline;
    if (!isLast) await waited(clock, clock.now() + waitMs, options.signal, mayHaveRun);
    if (isLast || clock.now() >= deadline) {
      if (outcome instanceof UpstreamFailure) throw mayHaveRun ? asMayHaveRun(outcome) : outcome;
      return { ...outcome, attempts: attempt };
    }
  }
}

/** What an earlier attempt may have done counts, however the last one ended. */
function asMayHaveRun(failure: UpstreamFailure): UpstreamFailure {
  if (failure.mayHaveRun) return failure;
  const { code, message, details, cause, upstreamStatus } = failure;
  const told = upstreamStatus === null ? {} : { upstreamStatus };
  return new UpstreamFailure(code, message, { ...told, details, cause, mayHaveRun: true });
}

async function attempted(
  sender: HttpSender,
  request: RenderedRequest,
  options: SendOptions,
): Promise<UpstreamResponse | UpstreamFailure> {
  try {
    return await sender.send(request, options);
  } catch (error) {
    if (error instanceof UpstreamFailure) return error;
    throw error;
  }
}

const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** How long to wait before the next attempt; null where there should be none. */
function waitFor(
  outcome: UpstreamResponse | UpstreamFailure,
  attempt: number,
  random: () => number,
  now: number,
): number | null {
  const backoffMs = httpLimits.backoffMs * 2 ** (attempt - 1) * (0.5 + random() / 2);
  if (outcome instanceof UpstreamFailure) {
    // That it may have run is no reason against sending the same again: who asks knows that it does no harm.
    const mayPass = outcome.isRetryable || outcome.mayHaveRun;
    return outcome.code === 'upstream_connection_error' && mayPass ? backoffMs : null;
  }
  if (!passingStatuses.has(outcome.status)) return null;
  const askedMs = retryAfterMs(outcome.headers['retry-after'], now);
  if (askedMs === null) return backoffMs;
  return askedMs > httpLimits.retryAfterMsMax ? null : Math.max(askedMs, backoffMs);
}

/** Seconds, or a date; null where it is neither. */
function retryAfterMs(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}

async function waited(
  clock: UpstreamClock,
  until: number,
  signal: AbortSignal | undefined,
  mayHaveRun: boolean,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const cancel = (): void => {
      callOff();
      reject(new UpstreamFailure('cancelled', 'The request was cancelled.', { mayHaveRun }));
    };
    const callOff = clock.at(until, () => {
      signal?.removeEventListener('abort', cancel);
      resolve();
    });
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
  });
}
