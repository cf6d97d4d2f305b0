import type { Dispatcher } from 'undici';
import { UpstreamFailure } from '../upstream-failure.ts';

/**
 * U5: a redirect is never followed, whatever it leads to: what was checked, approved and authorised was this request.
 * Of the target only the origin is told; the rest of it is the service's to choose.
 */
export function refuseRedirect({ statusCode, headers }: Dispatcher.ResponseData, from: URL): void {
  if (statusCode < 300 || statusCode > 399 || headers.location === undefined) return;
  const target = URL.parse(String(headers.location), from.href);
  const origin = target === null || target.origin === 'null' ? 'an address that cannot be read' : target.origin;
  throw new UpstreamFailure(
    'redirect_refused',
    `The service answered ${statusCode} with a redirect to ${origin}, which is not followed. Register the address itself.`,
    { upstreamStatus: statusCode, details: { redirect_origin: origin } },
  );
}
