import { Agent, fetch } from 'undici';
import { type ConnectorOptions, guardedConnector } from '../destination/guarded-connector.ts';
import { systemLookUp } from '../destination/look-up.ts';
import { UpstreamFailure } from '../upstream-failure.ts';
import { httpLimits } from './limits.ts';

export type GuardedFetch = { readonly fetch: typeof globalThis.fetch; close(): Promise<void> };

/** For libraries that bring their own HTTP and take a `fetch`: the same guard of destinations, and no redirects. */
export function guardedFetch(options: Omit<ConnectorOptions, 'lookUp'> & Partial<ConnectorOptions>): GuardedFetch {
  const dispatcher = new Agent({
    connect: guardedConnector({ lookUp: systemLookUp, ...options }),
    connections: httpLimits.connectionsMax,
    allowH2: false,
    maxHeaderSize: httpLimits.headersBytesMax,
    keepAliveTimeout: httpLimits.keepAliveMs,
  });
  const guarded = async (input: unknown, init: object = {}): Promise<unknown> => {
    const response = await fetch(input as string, { ...init, dispatcher, redirect: 'manual' }).catch(unwrapped);
    if (response.status >= 300 && response.status < 400 && response.headers.has('location')) {
      await response.body?.cancel();
      throw new UpstreamFailure('redirect_refused', 'The service answered with a redirect, which is not followed.', {
        upstreamStatus: response.status,
      });
    }
    return response;
  };
  return { fetch: guarded as typeof globalThis.fetch, close: () => dispatcher.destroy() };
}

/** `fetch` hides why it failed behind a cause. */
function unwrapped(error: unknown): never {
  const cause = (error as { cause?: unknown } | null)?.cause;
  throw cause instanceof UpstreamFailure ? cause : error;
}
