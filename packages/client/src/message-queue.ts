/** Values that arrive on their own, read one after the other by one reader. */
export class MessageQueue<T> implements AsyncIterableIterator<T> {
  readonly #waiting: T[] = [];
  readonly #lengthMax: number;
  #reader: PromiseWithResolvers<IteratorResult<T>> | null = null;
  #end: { readonly error: unknown } | null = null;

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax;
  }

  /** False when the reader is so far behind that the value cannot be kept. */
  push(value: T): boolean {
    if (this.#end) return true;
    if (this.#reader) {
      this.#reader.resolve({ done: false, value });
      this.#reader = null;
      return true;
    }
    if (this.#waiting.length >= this.#lengthMax) return false;
    this.#waiting.push(value);
    return true;
  }

  /** What waits is still read; then the reader ends, with the error if there is one. */
  end(error: unknown = null): void {
    if (this.#end) return;
    this.#end = { error };
    if (error === null) this.#reader?.resolve({ done: true, value: undefined });
    else this.#reader?.reject(error);
    this.#reader = null;
  }

  async next(): Promise<IteratorResult<T>> {
    const value = this.#waiting.shift();
    if (value !== undefined) return { done: false, value };
    if (this.#end?.error) {
      const { error } = this.#end;
      this.#end = { error: null };
      throw error;
    }
    if (this.#end) return { done: true, value: undefined };
    this.#reader = Promise.withResolvers();
    return await this.#reader.promise;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
