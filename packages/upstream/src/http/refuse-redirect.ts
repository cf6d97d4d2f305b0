import { UpstreamFailure } from '../upstream-failure.ts';
import type { ResponseHead } from './response-of.ts';

/**
 * U5: a redirect is never followed, whatever it leads to: what was checked, approved and authorised was this request.
 * Of the target only the origin is told; the rest of it is the service's to choose.
 */
export function refuseRedirect({ status, headers }: ResponseHead, from: URL): void {
  if (status < 300 || status > 399 || headers.location === undefined) return;
  const target = URL.parse(String(headers.location), from.href);
  const origin = target === null || target.origin === 'null' ? 'an address that cannot be read' : target.origin;
  throw new UpstreamFailure(
    'redirect_refused',
    `The service answered ${status} with a redirect to ${origin}, which is not followed. Register the address itself.`,
    { upstreamStatus: status, details: { redirect_origin: origin } },
  );
}
