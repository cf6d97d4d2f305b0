const firstBytes = 4 * 1024;

/** Bytes one behind the other in one piece of memory: an answer that comes byte by byte takes no more than any other. */
export class ByteBuffer {
  #space: Buffer | null = null;
  #length = 0;

  get bytes(): Uint8Array {
    return this.#space === null ? new Uint8Array() : this.#space.subarray(0, this.#length);
  }

  add(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (this.#space === null || needed > this.#space.length) this.#grow(needed);
    this.#space!.set(chunk, this.#length);
    this.#length = needed;
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafe(Math.max(needed, (this.#space?.length ?? firstBytes / 2) * 2));
    grown.set(this.bytes);
    this.#space = grown;
  }
}
