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
  #writing = Promise.resolve();
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

  /** Lets go of a file that was begun, once nobody writes to it any more. What went wrong is told by others. */
  async abandon(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#spill?.abandon().catch(() => undefined);
  }

  async #addToFile(chunk: Uint8Array): Promise<void> {
    const { inlineBytesMax, spillBytesMax, spill } = this.#options;
    if (spill === null) throw tooLarge(inlineBytesMax);
    this.bytes += chunk.length;
    if (this.bytes > spillBytesMax) throw tooLarge(spillBytesMax);
    this.#writing = this.#write(spill, chunk);
    await this.#writing;
  }

  async #write(spill: SpillTarget, chunk: Uint8Array): Promise<void> {
    if (this.#spill === null) {
      this.#spill = await spill.open();
      await this.#spill.write(this.#kept.bytes);
    }
    await this.#spill.write(chunk);
  }
}

function tooLarge(bytesMax: number): UpstreamFailure {
  return new UpstreamFailure('response_too_large', `The answer has more than ${bytesMax} bytes. Ask for less.`);
}
