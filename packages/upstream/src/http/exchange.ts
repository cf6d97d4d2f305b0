import { type Dispatcher, errors, type Pool } from 'undici';
import type { RenderedRequest } from '../request/rendered-request.ts';
import type { UpstreamClock } from '../upstream-clock.ts';
import { UpstreamFailure } from '../upstream-failure.ts';
import type { SendOptions } from './http-sender.ts';
import { httpLimits } from './limits.ts';

/** Why an exchange was stopped from this side. */
type Stop = 'deadline' | 'cancelled' | 'too many interim answers';

/** One request on its way: knows its deadline, whether it has left, and what a failure means. */
export class Exchange {
  readonly #request: RenderedRequest;
  readonly #options: SendOptions;
  readonly #stopping = new AbortController();
  readonly #callOff: () => void;
  readonly #cancel = (): void => this.#stop('cancelled');
  #stopped: Stop | null = null;
  #hasLeft = false;
  #status: number | null = null;
  #interim = 0;

  constructor(request: RenderedRequest, options: SendOptions, clock: UpstreamClock) {
    this.#request = request;
    this.#options = options;
    this.#callOff = clock.at(clock.now() + options.timeoutMs, () => this.#stop('deadline'));
    if (options.signal?.aborted) this.#stop('cancelled');
    options.signal?.addEventListener('abort', this.#cancel, { once: true });
  }

  /** Up to the headers of the answer. */
  async begin(pool: Pool): Promise<Dispatcher.ResponseData> {
    const { method, url, body, headers } = this.#request;
    const { pathname, search } = new URL(url);
    const watched = pool.compose((dispatch) => (options, handler) => dispatch(options, this.#watched(handler)));
    const response = await watched.request({
      method,
      path: `${pathname}${search}`,
      headers: [...headers, ...this.#ownHeaders()].flat(),
      body,
      signal: this.#stopping.signal,
      onInfo: () => this.#count(),
    });
    this.#status = response.statusCode;
    return response;
  }

  end(): void {
    this.#callOff();
    this.#options.signal?.removeEventListener('abort', this.#cancel);
  }

  /** In our words: what went wrong, whether it may be tried again, and whether it may have had an effect. */
  failureOf(error: unknown): UpstreamFailure {
    const mayHaveRun = this.#hasLeft && !this.#request.isRepeatable;
    const told = this.#status === null ? {} : { upstreamStatus: this.#status };
    // Whatever is still to come is not waited for.
    this.#stopping.abort();
    if (this.#stopped !== null) return stopFailure(this.#stopped, this.#options.timeoutMs, { ...told, mayHaveRun });
    if (error instanceof UpstreamFailure)
      return this.#hasLeft ? withWhatIsKnown(error, { ...told, mayHaveRun }) : error;
    const [code, message] = this.#reasonOf(error);
    const details = { reason: codeOf(error) };
    return new UpstreamFailure(code, message, { ...told, mayHaveRun, details, cause: error });
  }

  #reasonOf(error: unknown): ['bad_response' | 'upstream_connection_error' | 'internal_error', string] {
    const code = codeOf(error);
    if (code === 'UND_ERR_INVALID_ARG') return ['internal_error', 'The request could not be sent as it is.'];
    if (isNotHttp(error, code)) return ['bad_response', 'The service did not answer with HTTP that can be read.'];
    if (isDecompressionCode.test(code)) return ['bad_response', 'The answer cannot be decompressed.'];
    if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || (this.#status !== null && code === 'UND_ERR_SOCKET'))
      return ['bad_response', 'The answer is not as long as it said, or ended before it was complete.'];
    return ['upstream_connection_error', `The connection to the service broke (${code}).`];
  }

  #ownHeaders(): (readonly [string, string])[] {
    const given = new Set(this.#request.headers.map(([name]) => name.toLowerCase()));
    const { traceparent } = this.#options;
    const own: [string, string][] = [
      ['accept', 'application/json, */*;q=0.8'],
      ['accept-encoding', 'gzip, deflate, br, zstd'],
      ['user-agent', 'countersign'],
      ...(traceparent === undefined ? [] : [['traceparent', traceparent] as [string, string]]),
    ];
    return own.filter(([name]) => !given.has(name));
  }

  #stop(reason: Stop): void {
    this.#stopped ??= reason;
    this.#stopping.abort();
  }

  #count(): void {
    this.#interim += 1;
    if (this.#interim > httpLimits.interimResponsesMax) this.#stop('too many interim answers');
  }

  /** Once a connection is there and it is written to, nobody can say that the service did not see it. */
  #watched(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
    return {
      onRequestStart: (controller, context) => {
        // What was stopped before is given up in there, before anything is written.
        this.#hasLeft ||= this.#stopped === null;
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    };
  }
}

function isNotHttp(error: unknown, code: string): boolean {
  if (error instanceof errors.HTTPParserError || code === 'UND_ERR_HEADERS_OVERFLOW') return true;
  // How undici tells of an answer or a change of protocol that nobody asked for.
  return code === 'UND_ERR_SOCKET' && /^bad (response|upgrade)$/.test((error as Error).message);
}

/** zlib, brotli and zstd each name what they cannot read in their own way. */
const isDecompressionCode = /^(Z_|ZSTD_|ERR__|ERR_BROTLI|ERR_ZLIB|ERR_PADDING|ERR_BUFFER)|^ERR_STREAM_PREMATURE_CLOSE$/;

type Told = { readonly upstreamStatus?: number; readonly mayHaveRun: boolean };

function stopFailure(reason: Stop, timeoutMs: number, told: Told): UpstreamFailure {
  if (reason === 'deadline')
    return new UpstreamFailure('upstream_timeout', `The service did not answer in full within ${timeoutMs} ms.`, told);
  if (reason === 'cancelled') return new UpstreamFailure('cancelled', 'The request was cancelled.', told);
  return new UpstreamFailure('bad_response', 'The service sent interim answers without end.', told);
}

/** The same failure, with what the exchange has come to. */
function withWhatIsKnown({ code, message, details, isRetryable, cause }: UpstreamFailure, told: Told): UpstreamFailure {
  return new UpstreamFailure(code, message, { ...told, details, isRetryable, cause });
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'unknown';
}
