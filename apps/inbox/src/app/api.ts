import type { CallInput, CallOptions, CallOutput } from '@countersign/client';
import type { EndpointId } from '@countersign/contract';

/** An answer that says no, in the server's words; status 0 where no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

type Parts = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

export type Api = {
  call<Id extends EndpointId>(id: Id, input: CallInput<Id>, options?: CallOptions): Promise<CallOutput<Id>>;
  /** The answer itself, for one that comes piece by piece. */
  send<Id extends EndpointId>(id: Id, input: CallInput<Id>, options?: CallOptions): Promise<Response>;
  /** The proof that this page asks, told by `whoAmI`. */
  setCsrfToken(token: string | null): void;
};

/** The public API as the page uses it: typed by the contract, signed in by the cookie, with the proof of the page. */
export function createApi(): Api {
  let csrfToken: string | null = null;
  const send = async (id: EndpointId, parts: Parts, { signal }: CallOptions = {}): Promise<Response> => {
    const [method, pattern] = COUNTERSIGN_ENDPOINTS[id];
    const headers: Record<string, string> = { accept: 'application/json', ...parts.headers };
    if (parts.body !== undefined) headers['content-type'] = 'application/json';
    if (method !== 'GET' && csrfToken !== null) headers['x-csrf-token'] = csrfToken;
    const response = await fetch(addressOf(pattern, parts), {
      method,
      headers,
      body: parts.body === undefined ? null : JSON.stringify(parts.body),
      signal: signal ?? null,
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new ApiError(0, 'unreachable', 'The server does not answer.');
    });
    if (response.ok) return response;
    throw errorOf(response.status, await response.json().catch(() => null));
  };
  const call = async (id: EndpointId, parts: Parts, options?: CallOptions): Promise<unknown> => {
    const response = await send(id, parts, options);
    return response.status === 204 ? null : await response.json().catch(() => null);
  };
  return {
    call: call as Api['call'],
    send: send as Api['send'],
    setCsrfToken(token) {
      csrfToken = token;
    },
  };
}

export function addressOf(pattern: string, { params = {}, query = {} }: Parts): string {
  const path = pattern.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  return search === '' ? path : `${path}?${search}`;
}

function errorOf(status: number, answer: unknown): ApiError {
  const problem = (answer ?? {}) as Record<string, unknown>;
  const { code, detail, title } = problem;
  const message =
    typeof detail === 'string' ? detail : typeof title === 'string' ? title : `The server said ${status}.`;
  return new ApiError(status, typeof code === 'string' ? code : 'unknown', message, problem);
}
