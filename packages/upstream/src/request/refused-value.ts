import { UpstreamFailure } from '../upstream-failure.ts';

/** A value that may not stand where the template puts it. Whoever gave it can give another. */
export function refusedValue(message: string): UpstreamFailure {
  return new UpstreamFailure('validation_error', message);
}

/** An address that arguments may not lead to. */
export function refusedDestination(message: string): UpstreamFailure {
  return new UpstreamFailure('destination_refused', message);
}
