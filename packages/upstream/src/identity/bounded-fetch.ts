import { identityLimits } from './identity-limits.ts';
import { ProviderFault } from './provider-fault.ts';

type Question = {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: URLSearchParams | null;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
};

/** The way to an identity provider: the global `fetch`, or another in its place. */
export type IdentityFetch = (url: string, question: Question) => Promise<Response>;

type Bounds = { readonly timeoutMs?: number | undefined; readonly bytesMax?: number | undefined };

/** Bounded in time and size, and without redirects: what is sent there holds secrets, and goes nowhere else. */
export function boundedFetch(fetch: IdentityFetch, bounds: Bounds = {}): IdentityFetch {
  const { timeoutMs = identityLimits.providerMsMax, bytesMax = identityLimits.providerBytesMax } = bounds;
  return async (url, question) => {
    const host = hostOf(url);
    const tooLate = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([question.signal, tooLate]);
    try {
      const response = await fetch(url, { ...question, redirect: 'manual', signal });
      if (isRedirect(response)) {
        await response.body?.cancel();
        throw new ProviderFault(
          'misbehaving',
          `${host} answered with a redirect, which is not followed: name the address it leads to.`,
        );
      }
      const body = await readUpTo(response, bytesMax, host);
      return new Response(isBodiless(response.status) ? null : body, {
        status: response.status,
        headers: { 'content-type': response.headers.get('content-type') ?? 'application/json' },
      });
    } catch (error) {
      if (error instanceof ProviderFault) throw error;
      question.signal.throwIfAborted();
      if (tooLate.aborted) throw new ProviderFault('failing', `${host} did not answer within ${timeoutMs} ms.`);
      throw new ProviderFault('unreachable', `${host} cannot be reached${reasonOf(error)}.`);
    }
  };
}

/** As it may be named in messages: without path, query and credentials. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the identity provider';
}

function isRedirect(response: Response): boolean {
  return response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 205;
}

async function readUpTo(response: Response, bytesMax: number, host: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop gives the connection up.
    if (bytes > bytesMax) throw new ProviderFault('failing', `${host} answered more than ${bytesMax} bytes.`);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : null;
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return typeof code === 'string' && /^[A-Z_0-9]{1,50}$/.test(code) ? ` (${code})` : '';
}
