import type { Clock, SourceRecord } from '@countersign/control-plane';
import {
  type GuardedFetch,
  guardedFetch,
  HttpSender,
  type RenderedRequest,
  type SpillTarget,
  sendWithRetries,
  UpstreamFailure,
  type UpstreamResponse,
} from '@countersign/upstream';
import { upstreamLimits } from './limits.ts';

type Destinations = SourceRecord['settings']['destinations'];

export type SendOptions = {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly traceparent: string | null;
};

/** Sends requests, guarded and bounded. Throws an UpstreamFailure where there is no answer. */
export type HttpTransport = {
  send(
    source: SourceRecord,
    request: RenderedRequest,
    options: SendOptions,
  ): Promise<UpstreamResponse & { readonly attempts: number }>;
};

/** U5: connections to services. Those of one source are its own, and follow its rules of destinations. */
export class HttpSenders implements HttpTransport {
  readonly #clock: Clock;
  readonly #spill: SpillTarget;
  readonly #senders = new Map<string, { readonly rules: string; readonly sender: HttpSender }>();

  constructor(clock: Clock, spill: SpillTarget) {
    this.#clock = clock;
    this.#spill = spill;
  }

  send(
    source: SourceRecord,
    request: RenderedRequest,
    { timeoutMs, signal, traceparent }: SendOptions,
  ): Promise<UpstreamResponse & { readonly attempts: number }> {
    return sendWithRetries(this.#senderOf(source), request, {
      clock: this.#clock,
      timeoutMs,
      signal,
      spill: this.#spill,
      ...(traceparent === null ? {} : { traceparent }),
    });
  }

  /** A document that describes a service. It is bounded like any answer, and kept by nobody. */
  async fetchDocument(url: string, destinations: Destinations, signal: AbortSignal): Promise<string> {
    const sender = new HttpSender({ rules: rulesOf(destinations), clock: this.#clock });
    try {
      const request = { method: 'GET', url, headers: [acceptAnyDocument], body: null, isRepeatable: true } as const;
      const { status, body } = await sendWithRetries(sender, request, {
        clock: this.#clock,
        timeoutMs: upstreamLimits.documentTimeoutMs,
        inlineBytesMax: upstreamLimits.documentBytesMax,
        signal,
      });
      if (status !== 200) throw noDocument(url, `it answered ${status}`);
      if (body.kind === 'text') return body.text;
      if (body.kind === 'json') return JSON.stringify(body.value);
      if (body.kind === 'bytes') return Buffer.from(body.base64, 'base64').toString('utf8');
      throw noDocument(url, 'it answered with nothing');
    } finally {
      await sender.close();
    }
  }

  /** For libraries that bring their own HTTP. */
  guardedFetch(destinations: Destinations): GuardedFetch {
    return guardedFetch({ rules: rulesOf(destinations), clock: this.#clock });
  }

  /** A source that was removed needs none any more. */
  async keepOnly(sources: Iterable<SourceRecord>): Promise<void> {
    const kept = new Set([...sources].map(({ id }) => id as string));
    const gone = [...this.#senders].filter(([id]) => !kept.has(id));
    for (const [id] of gone) this.#senders.delete(id);
    await Promise.all(gone.map(([, { sender }]) => sender.close()));
  }

  async close(): Promise<void> {
    await this.keepOnly([]);
  }

  #senderOf({ id, settings }: SourceRecord): HttpSender {
    const rules = rulesOf(settings.destinations);
    const wanted = JSON.stringify(rules);
    const known = this.#senders.get(id);
    if (known?.rules === wanted) return known.sender;
    void known?.sender.close();
    const sender = new HttpSender({ rules, clock: this.#clock });
    this.#senders.set(id, { rules: wanted, sender });
    return sender;
  }
}

const acceptAnyDocument = ['Accept', 'application/json, application/yaml, text/yaml, */*'] as const;

function rulesOf(destinations: Destinations) {
  return { allowPrivate: destinations?.allow_private ?? false };
}

function noDocument(url: string, why: string): UpstreamFailure {
  return new UpstreamFailure('bad_response', `No document could be had from ${new URL(url).host}: ${why}.`);
}
