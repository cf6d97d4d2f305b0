import type { Dispatcher } from 'undici';
import { httpLimits } from './limits.ts';

/** A body for whoever reads it at their own pace: what comes in meanwhile is held back where it comes from. */
export class BodyFeed implements AsyncIterable<Uint8Array> {
  readonly #controller: Dispatcher.DispatchController;
  readonly #chunks: Uint8Array[] = [];
  #waitingBytes = 0;
  #end: { readonly error: unknown } | null = null;
  #wake: () => void = () => undefined;

  constructor(controller: Dispatcher.DispatchController) {
    this.#controller = controller;
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes > httpLimits.waitingBytesMax) this.#controller.pause();
    this.#wake();
  }

  /** With an error, or null where all of it has come. */
  end(error: unknown): void {
    this.#end ??= { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      // All at once: what comes byte by byte is not worked on byte by byte.
      const chunks = this.#chunks.splice(0);
      this.#waitingBytes = 0;
      if (chunks.length > 0) yield chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      else if (this.#end !== null) {
        if (this.#end.error !== null) throw this.#end.error;
        return;
      } else await this.#more();
    }
  }

  #more(): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#controller.resume();
    return woken;
  }
}
