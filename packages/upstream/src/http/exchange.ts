import type { Dispatcher, Pool } from 'undici';
import { isIdempotent } from '../request/is-idempotent.ts';
import type { RenderedRequest } from '../request/rendered-request.ts';
import type { UpstreamClock } from '../upstream-clock.ts';
import { BodyCollector } from './body-collector.ts';
import { BodyFeed } from './body-feed.ts';
import { type ExchangeState, failureOf } from './failure-of-exchange.ts';
import type { SendOptions } from './http-sender.ts';
import { httpLimits } from './limits.ts';
import { readBody } from './read-body.ts';
import { refuseRedirect } from './refuse-redirect.ts';
import { type ResponseHead, responseOf } from './response-of.ts';
import type { UpstreamResponse } from './upstream-response.ts';

/** One request on its way, and what comes back: knows its deadline and whether it has left. */
export class Exchange {
  readonly #request: RenderedRequest;
  readonly #options: SendOptions;
  readonly #callOff: () => void;
  readonly #cancel = (): void => this.#fail('cancelled');
  readonly #settled = Promise.withResolvers<UpstreamResponse>();
  #isOver = false;
  #hasLeft = false;
  #interim = 0;
  #controller: Dispatcher.DispatchController | null = null;
  #answer: { readonly head: ResponseHead; readonly collector: BodyCollector } | null = null;
  #reading: { readonly feed: BodyFeed; readonly done: Promise<void> } | null = null;

  constructor(request: RenderedRequest, options: SendOptions, clock: UpstreamClock) {
    this.#request = request;
    this.#options = options;
    this.#callOff = clock.at(clock.now() + options.timeoutMs, () => this.#fail('deadline'));
    options.signal?.addEventListener('abort', this.#cancel, { once: true });
  }

  run(pool: Pool, url: URL): Promise<UpstreamResponse> {
    const { method, body } = this.#request;
    if (this.#options.signal?.aborted) this.#fail('cancelled');
    else {
      const path = `${url.pathname}${url.search}`;
      pool.dispatch({ method, path, headers: this.#headers(), body }, this.#handler(url));
    }
    return this.#settled.promise;
  }

  #handler(url: URL): Dispatcher.DispatchHandler {
    return {
      onRequestStart: (controller) => this.#start(controller),
      onResponseStart: (controller, status, headers) => this.#hear(controller, { status, headers }, url),
      onResponseData: (controller, chunk) => this.#take(controller, chunk),
      onResponseEnd: () => this.#complete(),
      onResponseError: (_controller, error) => this.#fail(error),
    };
  }

  /** Once a connection is there and it is written to, nobody can say that the service did not see it. */
  #start(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(givenUp());
    else this.#hasLeft = true;
  }

  #hear(controller: Dispatcher.DispatchController, head: ResponseHead, url: URL): void {
    if (head.status < 200) {
      this.#interim += 1;
      if (this.#interim > httpLimits.interimResponsesMax) this.#fail('too many interim answers');
      return;
    }
    const collector = collectorFor(head.status, this.#options);
    this.#answer = { head, collector };
    refuseRedirect(head, url);
    if (isEncoded(head)) this.#read(controller);
  }

  /** What is small and plain is kept as it comes; anything else is read at the pace of what becomes of it. */
  #take(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    const { collector } = this.#answer!;
    if (this.#reading === null && collector.takesAtOnce(chunk.length)) collector.addAtOnce(chunk);
    else (this.#reading ?? this.#read(controller)).feed.push(chunk);
  }

  #read(controller: Dispatcher.DispatchController): { readonly feed: BodyFeed } {
    const { head, collector } = this.#answer!;
    const feed = new BodyFeed(controller);
    const done = readBody(feed, head, collector).then(
      () => (collector.isFull ? this.#finish() : undefined),
      (error: unknown) => this.#fail(error),
    );
    this.#reading = { feed, done };
    return this.#reading;
  }

  #complete(): void {
    if (this.#reading === null) void this.#finish();
    else {
      this.#reading.feed.end(null);
      void this.#reading.done.then(() => this.#finish());
    }
  }

  async #finish(): Promise<void> {
    if (this.#isOver) return;
    this.#end();
    const { head, collector } = this.#answer!;
    // Only the beginning was wanted.
    if (collector.isFull) this.#controller?.abort(givenUp());
    try {
      this.#settled.resolve(await responseOf(head, collector));
    } catch (error) {
      this.#settled.reject(failureOf(error, this.#state()));
    }
  }

  /** By what came back, or by a reason of our own. */
  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#end();
    const failure = failureOf(error, this.#state());
    this.#controller?.abort(givenUp());
    this.#reading?.feed.end(givenUp());
    // A file that was begun is let go before anyone hears of the failure.
    const letGo = this.#answer?.collector.abandon() ?? Promise.resolve();
    void letGo.then(() => this.#settled.reject(failure));
  }

  #end(): void {
    this.#isOver = true;
    this.#callOff();
    this.#options.signal?.removeEventListener('abort', this.#cancel);
  }

  #state(): ExchangeState {
    return {
      hasLeft: this.#hasLeft,
      isIdempotent: isIdempotent(this.#request.method),
      status: this.#answer?.head.status ?? null,
      timeoutMs: this.#options.timeoutMs,
    };
  }

  #headers(): string[] {
    const { headers } = this.#request;
    const given = new Set(headers.map(([name]) => name.toLowerCase()));
    const { traceparent } = this.#options;
    const own = traceparent === undefined ? ownHeaders : [...ownHeaders, ['traceparent', traceparent] as const];
    return [...headers, ...own.filter(([name]) => !given.has(name))].flat();
  }
}

const ownHeaders = [
  ['accept', 'application/json, */*;q=0.8'],
  ['accept-encoding', 'gzip, deflate, br, zstd'],
  ['user-agent', 'countersign'],
] as const;

function givenUp(): Error {
  return new Error('The exchange was given up.');
}

function isEncoded({ headers }: ResponseHead): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding !== '' && encoding !== 'identity';
}

function collectorFor(
  status: number,
  { inlineBytesMax = httpLimits.inlineBytesMax, spill }: SendOptions,
): BodyCollector {
  const isSuccess = status >= 200 && status < 300;
  return new BodyCollector({
    inlineBytesMax: isSuccess ? inlineBytesMax : Math.min(inlineBytesMax, httpLimits.failedBytesMax),
    spillBytesMax: httpLimits.spillBytesMax,
    spill: isSuccess ? (spill ?? null) : null,
    isCut: !isSuccess,
  });
}
