import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace';

/** Random ids, but for the one span whose ids follow from what it is about. */
export class ChosenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #next: { readonly traceId: string; readonly spanId: string } | null = null;
  #traceId: string | null = null;

  /** For the span that is started next, in the same breath. */
  choose(ids: { readonly traceId: string; readonly spanId: string }): void {
    this.#next = ids;
  }

  /** Asked for first, and for every span. */
  generateSpanId(): string {
    const chosen = this.#next;
    this.#next = null;
    this.#traceId = chosen?.traceId ?? null;
    return chosen?.spanId ?? this.#random.generateSpanId();
  }

  /** Asked for right after it, where the span has no parent. */
  generateTraceId(): string {
    return this.#traceId ?? this.#random.generateTraceId();
  }
}
