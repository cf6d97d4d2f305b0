import { limits } from '../limits.ts';
import type { Form } from './write-forms.ts';

/** Forms that begin alike, in the order of their texts. However many they are, few are compared. */
export class FormBucket {
  readonly #forms: Form[] = [];

  get isEmpty(): boolean {
    return this.#forms.length === 0;
  }

  add(form: Form): void {
    this.#forms.splice(this.#countUpTo(form.text, 0, form.text.length), 0, form);
  }

  remove(form: Form): void {
    this.#forms.splice(this.#forms.indexOf(form), 1);
  }

  /** The longest form that stands in the text at an index, before `end`. */
  longestAt(text: string, at: number, end: number): Form | undefined {
    let to = end;
    while (to - at >= limits.knownValueLengthMin) {
      const form = this.#forms[this.#countUpTo(text, at, to) - 1];
      if (form === undefined) return undefined;
      // A form that the text begins with is also what the one before it in the order begins with.
      const common = commonLength(form.text, text, at, to);
      if (common === form.text.length) return form;
      to = at + common;
    }
    return undefined;
  }

  /** Whether a form goes on after what stands in the text from an index to its end. */
  goesOnAfter(text: string, at: number, end: number): boolean {
    const next = this.#forms[this.#countUpTo(text, at, end)];
    return next !== undefined && commonLength(next.text, text, at, end) === end - at;
  }

  /** How many forms stand before the text in the order, or are equal to it. */
  #countUpTo(text: string, at: number, end: number): number {
    let low = 0;
    let high = this.#forms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isUpTo(this.#forms[middle]!.text, text, at, end)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isUpTo(form: string, text: string, at: number, end: number): boolean {
  const common = commonLength(form, text, at, end);
  if (common === form.length) return true;
  return at + common < end && form.charCodeAt(common) < text.charCodeAt(at + common);
}

function commonLength(form: string, text: string, at: number, end: number): number {
  const max = Math.min(form.length, end - at);
  let length = 0;
  while (length < max && form.charCodeAt(length) === text.charCodeAt(at + length)) length++;
  return length;
}
