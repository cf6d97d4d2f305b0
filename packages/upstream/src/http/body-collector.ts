import { UpstreamFailure } from '../upstream-failure.ts';
import type { Spill, SpillTarget } from './upstream-response.ts';

type Options = {
  readonly inlineBytesMax: number;
  readonly spillBytesMax: number;
  /** Null where a large answer is an error. */
  readonly spill: SpillTarget | null;
  /** Where only the beginning is wanted, the rest is not even read. */
  readonly isCut: boolean;
};

/** Keeps an answer in memory while it is small, and puts it into a file from where it is not. */
export class BodyCollector {
  readonly #options: Options;
  readonly #chunks: Uint8Array[] = [];
  #kept = 0;
  #spill: Spill | null = null;
  bytes = 0;
  isFull = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get spill(): Spill | null {
    return this.#spill;
  }

  /** What is kept in memory: all of it, or the beginning of what went to a file. */
  get kept(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  async add(chunk: Uint8Array): Promise<void> {
    const { inlineBytesMax, spillBytesMax, spill, isCut } = this.#options;
    this.bytes += chunk.length;
    if (isCut && this.bytes > inlineBytesMax) {
      this.#keep(chunk.subarray(0, inlineBytesMax - this.#kept));
      this.isFull = true;
    } else if (this.#spill === null && this.bytes <= inlineBytesMax) this.#keep(chunk);
    else {
      if (spill === null) throw tooLarge(inlineBytesMax);
      if (this.bytes > spillBytesMax) throw tooLarge(spillBytesMax);
      if (this.#spill === null) {
        this.#spill = await spill.open();
        for (const kept of this.#chunks) await this.#spill.write(kept);
      }
      await this.#spill.write(chunk);
    }
  }

  /** Lets go of a file that was begun; what went wrong is told by whoever found out. */
  async abandon(): Promise<void> {
    await this.#spill?.abandon().catch(() => undefined);
  }

  #keep(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
  }
}

function tooLarge(bytesMax: number): UpstreamFailure {
  return new UpstreamFailure('response_too_large', `The answer has more than ${bytesMax} bytes. Ask for less.`);
}
