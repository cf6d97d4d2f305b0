import type { Transport, TransportResponse } from './transport.ts';
import { unreachable } from './unreachable-error.ts';

/** For a browser, and for whoever brings a fetch of their own. */
export function fetchTransport(origin: string, fetch: typeof globalThis.fetch): Transport {
  return {
    async request({ method, path, headers, body, answerMsMax, isStream, signal }) {
      const deadline = isStream ? [] : [AbortSignal.timeout(answerMsMax)];
      const signals = [...(signal ? [signal] : []), ...deadline];
      const wrap = async <T>(promise: Promise<T>): Promise<T> => {
        try {
          return await promise;
        } catch (error) {
          throw signal?.aborted ? signal.reason : unreachable(origin, error);
        }
      };
      const request: RequestInit = { method, headers, body, redirect: 'manual', signal: AbortSignal.any(signals) };
      return responseOf(await wrap(fetch(new URL(path, origin), request)), wrap);
    },
    async close() {},
  };
}

function responseOf(response: Response, wrap: <T>(promise: Promise<T>) => Promise<T>): TransportResponse {
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    text: () => wrap(response.text()),
    chunks: chunksOf(response, wrap),
  };
}

async function* chunksOf(response: Response, wrap: <T>(promise: Promise<T>) => Promise<T>): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await wrap(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever stops reading wants the connection closed, and does not care how that went.
    reader.cancel().catch(() => {});
  }
}
