import type { UpstreamErrorCode } from '@countersign/contract';
import type { SourceRecord } from '@countersign/control-plane';
import { type Breaker, UpstreamFailure } from '@countersign/upstream';

/** What says that a service is in trouble. A refusal of ours, or of the service itself, says nothing of the kind. */
const counting: ReadonlySet<UpstreamErrorCode> = new Set([
  'upstream_connection_error',
  'upstream_timeout',
  'bad_response',
]);

/** U6: asks a service only where its breaker lets it, and tells the breaker how that went. */
export async function guardByBreaker<T>(
  breaker: Breaker,
  source: SourceRecord,
  signal: AbortSignal,
  ask: () => Promise<T>,
  troubleIn: (answer: T) => string | null,
): Promise<T> {
  const permit = breaker.enter();
  if (!permit) throw circuitOpen(breaker, source);
  try {
    const answer = await ask();
    const trouble = troubleIn(answer);
    if (trouble === null) permit.succeeded();
    else permit.failed(trouble);
    return answer;
  } catch (error) {
    if (isTrouble(error, signal)) permit.failed((error as Error).message);
    else permit.abandoned();
    throw error;
  }
}

function isTrouble(error: unknown, { aborted, reason }: AbortSignal): boolean {
  if (aborted) return (reason as DOMException).name === 'TimeoutError';
  return error instanceof UpstreamFailure && counting.has(error.code);
}

function circuitOpen(breaker: Breaker, { settings }: SourceRecord): UpstreamFailure {
  const { retryAt } = breaker;
  return new UpstreamFailure(
    'circuit_open',
    `${settings.name} has failed too often, so that it is not asked for a while. Try again later.`,
    { details: { source: settings.name, retry_at: retryAt === null ? null : new Date(retryAt).toISOString() } },
  );
}
