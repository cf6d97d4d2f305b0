import { limits } from '../limits.ts';
import { FormBucket } from './form-bucket.ts';
import type { Form } from './write-forms.ts';

const length = limits.knownValueLengthMin;
const base = 0x01000193;
/** What the first of the hashed characters was multiplied with when the last one came. */
const weight = Array.from({ length: length - 1 }).reduce<number>((product) => Math.imul(product, base), 1);
/** Bits of the gate for each form: one place of a text in this number knocks at the map in vain. */
const gateBitsPerForm = 32;
const gateBitsMin = 13;

/** Where forms stand in a text. One pass for any number of forms: a hash of the next characters that rolls along. */
export class FormIndex {
  readonly #buckets = new Map<number, FormBucket>();
  #gate = new Uint32Array(1 << (gateBitsMin - 5));
  #shift = 32 - gateBitsMin;
  #count = 0;

  add(form: Form): void {
    this.#count++;
    const hash = hashOf(form.text);
    let bucket = this.#buckets.get(hash);
    if (!bucket) {
      bucket = new FormBucket();
      this.#buckets.set(hash, bucket);
      if (this.#buckets.size * gateBitsPerForm > this.#gate.length * 32) this.#widenGate();
      else this.#openGate(hash);
    }
    bucket.add(form);
  }

  /** The gate stays open where the form was; that costs a look at the map. */
  remove(form: Form): void {
    this.#count--;
    const hash = hashOf(form.text);
    const bucket = this.#buckets.get(hash)!;
    bucket.remove(form);
    if (bucket.isEmpty) this.#buckets.delete(hash);
  }

  /** Calls `found` at every place between two indexes where a form may begin. */
  each(text: string, from: number, to: number, found: (bucket: FormBucket, at: number) => void): void {
    if (this.#count === 0) return;
    const last = to - length;
    const gate = this.#gate;
    const shift = this.#shift;
    let hash = 0;
    for (let at = from; at < from + length - 1; at++) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0;
    for (let at = from; at <= last; at++) {
      hash = (Math.imul(hash, base) + text.charCodeAt(at + length - 1)) | 0;
      const place = Math.imul(hash, 0x9e3779b1) >>> shift;
      if ((gate[place >>> 5]! & (1 << (place & 31))) !== 0) {
        const bucket = this.#buckets.get(hash);
        if (bucket) found(bucket, at);
      }
      hash = (hash - Math.imul(text.charCodeAt(at), weight)) | 0;
    }
  }

  #openGate(hash: number): void {
    const place = Math.imul(hash, 0x9e3779b1) >>> this.#shift;
    this.#gate[place >>> 5]! |= 1 << (place & 31);
  }

  #widenGate(): void {
    this.#shift--;
    this.#gate = new Uint32Array(this.#gate.length * 2);
    for (const hash of this.#buckets.keys()) this.#openGate(hash);
  }
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < length; at++) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0;
  return hash;
}
