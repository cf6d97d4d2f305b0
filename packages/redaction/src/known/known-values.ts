import { limits } from '../limits.ts';
import type { Span } from '../span.ts';
import { type Form, writeForms } from './write-forms.ts';

/** The values the system was given, in all their forms, found by the hash of their first characters. */
export class KnownValues {
  readonly #gate = new Uint8Array(1 << 16);
  readonly #byHash = new Map<number, Form[]>();
  readonly #learned = new Set<string>();

  get isEmpty(): boolean {
    return this.#byHash.size === 0;
  }

  learn(value: string): void {
    for (const part of partsOf(value)) {
      if (this.#learned.has(part)) continue;
      this.#learned.add(part);
      for (const form of writeForms(part)) this.#add(form);
    }
  }

  /** Adds the spans of every known value in the text. */
  find(text: string, spans: Span[]): void {
    if (this.isEmpty) return;
    let hidden = 0;
    const last = text.length - limits.knownValueLengthMin;
    for (let at = 0; at <= last; at++) {
      const hash = hashAt(text, at);
      if (this.#gate[hash] === 0) continue;
      for (const form of this.#byHash.get(hash)!) {
        if (at + form.text.length <= hidden || !text.startsWith(form.text, at)) continue;
        hidden = at + form.text.length;
        spans.push(spread(text, at, form));
      }
    }
  }

  #add(form: Form): void {
    const hash = hashAt(form.text, 0);
    this.#gate[hash] = 1;
    const others = this.#byHash.get(hash) ?? [];
    if (others.some(({ text }) => text === form.text)) return;
    // Longest first: a value may begin with another.
    this.#byHash.set(
      hash,
      [...others, form].toSorted((a, b) => b.text.length - a.text.length),
    );
  }
}

/** Lines are looked at one by one, so a value of several lines is known by its lines, and whole where it is escaped. */
function partsOf(value: string): readonly string[] {
  if (value.length < limits.knownValueLengthMin) return [];
  const trimmed = value.trim();
  if (!/[\r\n]/.test(trimmed)) return value === trimmed ? [value] : [value, trimmed].filter(isLongEnough);
  const lines = trimmed.split(/[\r\n]+/).map((line) => line.trim());
  return [trimmed, ...lines.filter((line) => line.length >= limits.knownLineLengthMin && !line.startsWith('-----'))];
}

function isLongEnough(value: string): boolean {
  return value.length >= limits.knownValueLengthMin;
}

function spread(text: string, at: number, { text: { length }, before, after }: Form): Span {
  let start = at;
  let end = at + length;
  if (before === 1 && isBase64(text[start - 1])) start--;
  if (after === 1 && isBase64(text[end])) end++;
  while (text[end] === '=' && end < at + length + 3) end++;
  return { start, end: after === 1 ? end : at + length };
}

function isBase64(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9+/_-]/.test(character);
}

function hashAt(text: string, at: number): number {
  return (
    ((text.charCodeAt(at) << 10) ^
      (text.charCodeAt(at + 1) << 5) ^
      (text.charCodeAt(at + 2) << 2) ^
      text.charCodeAt(at + 3)) &
    0xffff
  );
}
