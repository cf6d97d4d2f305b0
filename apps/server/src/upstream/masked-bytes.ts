import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import type { Redactor } from '@countersign/control-plane';

/** Bytes that are masked at once: longer ones would keep everybody waiting. */
const pieceBytesMax = 64 * 1024;

/**
 * G8: secrets masked in what comes as bytes. What begins as text is masked as text, over the seams of its pieces; what does
 * not is passed on as it is, for nothing is known of where in it a secret could stand.
 */
export class MaskedBytes {
  readonly #redactor: Pick<Redactor, 'stream'>;
  #text: { readonly masking: ReturnType<Redactor['stream']>; readonly decoder: StringDecoder } | null = null;
  #hasBegun = false;

  constructor(redactor: Pick<Redactor, 'stream'>) {
    this.#redactor = redactor;
  }

  async *write(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
    if (!this.#hasBegun) this.#begin(chunk);
    if (!this.#text) {
      yield chunk;
      return;
    }
    const { masking, decoder } = this.#text;
    for (let from = 0; from < chunk.length; from += pieceBytesMax) {
      const piece = Buffer.from(chunk.buffer, chunk.byteOffset + from, Math.min(pieceBytesMax, chunk.length - from));
      yield Buffer.from(masking.write(decoder.write(piece)));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** What was held back, now that nothing more comes. */
  end(): Uint8Array {
    if (!this.#text) return new Uint8Array();
    const { masking, decoder } = this.#text;
    return Buffer.from(masking.write(decoder.end()) + masking.end());
  }

  #begin(chunk: Uint8Array): void {
    this.#hasBegun = true;
    if (isText(chunk)) this.#text = { masking: this.#redactor.stream(), decoder: new StringDecoder('utf8') };
  }
}

/** A character may be cut at the end: up to three bytes of it do not count. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  return [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, Math.max(0, bytes.length - cut))));
}
