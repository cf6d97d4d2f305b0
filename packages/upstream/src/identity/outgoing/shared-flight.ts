type Outcome<Value> = { readonly value: Value } | { readonly error: unknown };

type Options<Value> = { readonly onEnd: (outcome: Outcome<Value>) => void };

/**
 * One piece of work that several wait for. Each can leave without the others noticing; when the last has left, the work
 * is given up.
 */
export class SharedFlight<Value> {
  readonly #controller = new AbortController();
  readonly #result: Promise<Value>;
  readonly #end: (outcome: Outcome<Value>) => void;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<Value>, { onEnd }: Options<Value>) {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    this.#result = promise;
    // Those who wait hear of it; where nobody does, it is nobody's loss.
    promise.catch(() => undefined);
    let hasEnded = false;
    this.#end = (outcome) => {
      if (hasEnded) return;
      hasEnded = true;
      onEnd(outcome);
      if ('value' in outcome) resolve(outcome.value);
      else reject(outcome.error);
    };
    // Not before whoever made this can know of it.
    queueMicrotask(() => {
      if (hasEnded) return;
      work(this.#controller.signal).then(
        (value) => this.#end({ value }),
        (error: unknown) => this.#end({ error }),
      );
    });
  }

  /** Its result, or the reason of the signal, whichever comes first. */
  async join(signal: AbortSignal): Promise<Value> {
    signal.throwIfAborted();
    this.#waiting += 1;
    const left = Promise.withResolvers<never>();
    const leave = (): void => left.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([this.#result, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      this.#waiting -= 1;
      if (this.#waiting === 0) this.end(new DOMException('Nobody waits for it any more.', 'AbortError'));
    }
  }

  /** Ends it for everyone who still waits. */
  end(reason: unknown): void {
    this.#end({ error: reason });
    this.#controller.abort(reason);
  }
}
