import { CountersignError, type EndpointId, endpoints } from '@countersign/contract';
import { buildPath, type QueryValue } from './build-path.ts';
import { clientLimits } from './client-limits.ts';
import type { Call, CallOptions } from './endpoint-types.ts';
import { errorOfResponse } from './error-of-response.ts';
import { isRepeatable } from './is-repeatable.ts';
import type { Timing } from './timing.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';
import { withRetries } from './with-retries.ts';

/** How a client speaks: where to, as whom, and how often again. */
export type Connection = {
  readonly origin: string;
  /** Path in front of every endpoint's, without a slash at the end; mostly empty. */
  readonly prefix: string;
  readonly token: string | null;
  readonly transport: Transport;
  readonly timing: Timing;
  readonly retriesMax: number;
};

type Parts = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

export function createCaller(connection: Connection): Call {
  const call = async (endpointId: EndpointId, parts: Parts, { signal }: CallOptions = {}): Promise<unknown> => {
    const request = requestOf(connection, endpointId, parts, signal);
    const rule = {
      retriesMax: connection.retriesMax,
      isRepeatable: isRepeatable(endpointId, parts),
      timing: connection.timing,
      signal,
    };
    return await withRetries(rule, async () => parseAnswer(await connection.transport.request(request)));
  };
  // The parts are checked where the call is written, by the declaration of the endpoint.
  return call as Call;
}

const imports: ReadonlySet<EndpointId> = new Set<EndpointId>(['createSource', 'refreshSource']);

/** The request an endpoint and its parts make. */
export function requestOf(
  { prefix, token }: Connection,
  endpointId: EndpointId,
  { params, query, headers = {}, body }: Parts,
  signal: AbortSignal | undefined,
): TransportRequest {
  const { method, path } = endpoints[endpointId];
  const waitMs = (body as { wait_ms?: number } | undefined)?.wait_ms ?? (query?.wait_ms as number | undefined) ?? 0;
  return {
    method,
    path: prefix + buildPath(path, params, query),
    headers: {
      accept: 'application/json, application/problem+json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
    answerMsMax: waitMs + (imports.has(endpointId) ? clientLimits.importMsMax : 0) + clientLimits.answerMsMax,
    isStream: false,
    signal,
  };
}

/** Throws what the answer of a failed request says. */
export async function refuseFailure(response: TransportResponse): Promise<void> {
  if (response.status >= 200 && response.status < 300) return;
  const error = errorOfResponse(response.status, await response.text());
  const seconds = Number(response.header('retry-after'));
  if (!Number.isFinite(seconds) || seconds <= 0) throw error;
  throw new CountersignError(error.code, error.message, { ...error.details, retry_after_seconds: seconds });
}

async function parseAnswer(response: TransportResponse): Promise<unknown> {
  await refuseFailure(response);
  const text = await response.text();
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CountersignError('internal', 'the server answered with something other than JSON', {}, error);
  }
}
