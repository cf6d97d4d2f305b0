import { Pool } from 'undici';
import { checkDestination, type DestinationRules } from '../destination/check-destination.ts';
import { guardedConnector } from '../destination/guarded-connector.ts';
import { type LookUp, systemLookUp } from '../destination/look-up.ts';
import type { RenderedRequest } from '../request/rendered-request.ts';
import type { UpstreamClock } from '../upstream-clock.ts';
import { UpstreamFailure } from '../upstream-failure.ts';
import { Exchange } from './exchange.ts';
import { httpLimits } from './limits.ts';
import type { SpillTarget, UpstreamResponse } from './upstream-response.ts';

export type SenderOptions = {
  readonly rules: DestinationRules;
  readonly clock: UpstreamClock;
  readonly lookUp?: LookUp | undefined;
  /** A certificate, in PEM, that is trusted besides the usual ones. */
  readonly ca?: string | undefined;
  readonly connectMsMax?: number | undefined;
};

export type SendOptions = {
  /** From the first look-up to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Takes answers that are larger than the inline limit; where there is none they are an error. */
  readonly spill?: SpillTarget | undefined;
  readonly inlineBytesMax?: number | undefined;
  readonly traceparent?: string | undefined;
};

/**
 * U5: sends the requests of one source. Only to destinations that were checked, never along a redirect, and what comes
 * back is bounded in time and size. An answer of any status is a response; everything else is an `UpstreamFailure`.
 */
export class HttpSender {
  readonly #options: SenderOptions;
  readonly #pools = new Map<string, Pool>();
  #isClosed = false;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  async send(request: RenderedRequest, options: SendOptions): Promise<UpstreamResponse> {
    const url = new URL(request.url);
    checkDestination(url, this.#options.rules);
    const pool = this.#pool(url.origin);
    return await new Exchange(request, options, this.#options.clock).run(pool, url);
  }

  /** Ends what is under way and lets go of every connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  /** The one that was used longest ago gives way; what is under way there still comes to its end. */
  #pool(origin: string): Pool {
    if (this.#isClosed) throw new UpstreamFailure('cancelled', 'The source was closed.');
    const pool = this.#pools.get(origin) ?? this.#open(origin);
    this.#pools.delete(origin);
    this.#pools.set(origin, pool);
    if (this.#pools.size > httpLimits.originsMax) {
      const [oldest, unused] = this.#pools.entries().next().value!;
      this.#pools.delete(oldest);
      void unused.close();
    }
    return pool;
  }

  #open(origin: string): Pool {
    const { rules, clock, lookUp = systemLookUp, ca, connectMsMax } = this.#options;
    return new Pool(origin, {
      connect: guardedConnector({ rules, clock, lookUp, ca, connectMsMax }),
      connections: httpLimits.connectionsMax,
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: httpLimits.headersBytesMax,
      keepAliveTimeout: httpLimits.keepAliveMs,
      keepAliveMaxTimeout: httpLimits.keepAliveMs,
      // The whole exchange has one deadline, which also ends what drips.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }
}
