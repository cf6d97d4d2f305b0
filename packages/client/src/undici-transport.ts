import { type Dispatcher, Pool } from 'undici';
import { clientLimits } from './client-limits.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';
import { unreachable } from './unreachable-error.ts';

/** Sockets kept open to one origin. Redirects are not followed: the credential is for this origin alone. */
export function undiciTransport(origin: string): Transport {
  const options = { connect: { timeout: clientLimits.connectMsMax } };
  const calls = new Pool(origin, {
    ...options,
    connections: clientLimits.connectionsMax,
    maxResponseSize: clientLimits.responseBytesMax,
  });
  // One socket a stream, opened when asked for.
  const streams = new Pool(origin, { ...options, pipelining: 0 });
  return {
    async request(request) {
      try {
        return responseOf(
          await (request.isStream ? streams : calls).request(dispatchOptions(request)),
          request,
          origin,
        );
      } catch (error) {
        throw failureOf(error, request, origin);
      }
    },
    async close() {
      await Promise.all([calls.destroy(), streams.destroy()]);
    },
  };
}

function dispatchOptions({ method, path, headers, body, answerMsMax, isStream, signal }: TransportRequest) {
  const options: Dispatcher.RequestOptions = {
    method: method as Dispatcher.HttpMethod,
    path,
    headers,
    body,
    headersTimeout: answerMsMax,
    bodyTimeout: isStream ? 0 : answerMsMax,
  };
  return signal ? { ...options, signal } : options;
}

function responseOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  request: TransportRequest,
  origin: string,
): TransportResponse {
  return {
    status: statusCode,
    header(name) {
      const value = headers[name];
      return (Array.isArray(value) ? value[0] : value) ?? null;
    },
    async text() {
      try {
        return await body.text();
      } catch (error) {
        throw failureOf(error, request, origin);
      }
    },
    chunks: chunksOf(body, request, origin),
  };
}

async function* chunksOf(
  body: AsyncIterable<Uint8Array>,
  request: TransportRequest,
  origin: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw failureOf(error, request, origin);
  }
}

/** An abort is the caller's own doing and comes back with the caller's reason. */
function failureOf(error: unknown, { signal }: TransportRequest, origin: string): unknown {
  return signal?.aborted ? signal.reason : unreachable(origin, error);
}
