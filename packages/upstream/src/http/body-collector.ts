import { UpstreamFailure } from '../upstream-failure.ts';
import { ByteBuffer } from './byte-buffer.ts';
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
  readonly #kept = new ByteBuffer();
  #spill: Spill | null = null;
  #isAbandoned = false;
  bytes = 0;
  /** Nothing more is wanted. */
  isFull = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get spill(): Spill | null {
    return this.#spill;
  }

  /** What is in memory: all of it, or the beginning of what went to a file. */
  get kept(): Uint8Array {
    return this.#kept.bytes;
  }

  /** Whether so many bytes more can be taken without waiting for anything. */
  takesAtOnce(length: number): boolean {
    return this.#spill === null && this.bytes + length <= this.#options.inlineBytesMax;
  }

  addAtOnce(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    this.#kept.add(chunk);
  }

  async add(chunk: Uint8Array): Promise<void> {
    if (this.takesAtOnce(chunk.length)) this.addAtOnce(chunk);
    else if (this.#options.isCut) {
      this.addAtOnce(chunk.subarray(0, this.#options.inlineBytesMax - this.bytes));
      this.isFull = true;
    } else await this.#addToFile(chunk);
  }

  /** Lets go of a file that was begun; what went wrong is told by whoever found out. */
  async abandon(): Promise<void> {
    this.#isAbandoned = true;
    await this.#spill?.abandon().catch(() => undefined);
  }

  async #addToFile(chunk: Uint8Array): Promise<void> {
    const { inlineBytesMax, spillBytesMax, spill } = this.#options;
    if (spill === null) throw tooLarge(inlineBytesMax);
    this.bytes += chunk.length;
    if (this.bytes > spillBytesMax) throw tooLarge(spillBytesMax);
    if (this.#spill === null) {
      const opened = await spill.open();
      this.#spill = opened;
      if (this.#isAbandoned) await this.abandon();
      await opened.write(this.#kept.bytes);
    }
    await this.#spill.write(chunk);
  }
}

function tooLarge(bytesMax: number): UpstreamFailure {
  return new UpstreamFailure('response_too_large', `The answer has more than ${bytesMax} bytes. Ask for less.`);
}
