import { limits } from '../limits.ts';
import type { Span } from '../span.ts';
import { isBase64 } from '../values/characters.ts';
import { FormIndex } from './form-index.ts';
import { endOfPiece, joinLines } from './join-lines.ts';
import { type Form, writeForms } from './write-forms.ts';

/** The values the system was given, in all their forms. */
export class KnownValues {
  readonly #index = new FormIndex();
  /** In the order in which they were learned or last met: the oldest is forgotten first. */
  readonly #learned = new Map<string, readonly Form[]>();

  learn(value: string): void {
    for (const part of partsOf(value).flatMap(piecesOf)) {
      const forms = this.#learned.get(part) ?? this.#add(part);
      this.#learned.delete(part);
      this.#learned.set(part, forms);
    }
    for (const [oldest, forms] of this.#learned) {
      if (this.#learned.size <= limits.knownValuesMax) break;
      this.#learned.delete(oldest);
      for (const form of forms) this.#index.remove(form);
    }
  }

  /** Adds the spans of every known value in the text, also of one that is wrapped: a span for each of its lines. */
  find(text: string, spans: Span[]): void {
    this.#findIn(text, (span) => spans.push(span));
    const joined = joinLines(text);
    if (joined === null) return;
    this.#findIn(joined.text, (span) => spans.push(...joined.spansOf(span)));
  }

  /** Whether a line between two indexes holds none, nor the beginning of one that goes on in the next line. */
  isFree(text: string, from: number, to: number): boolean {
    let isFree = true;
    this.#index.each(text, from, to, () => {
      isFree = false;
    });
    return isFree;
  }

  /** Where a known value begins that the next line may go on with, or -1. */
  openAt(text: string): number {
    const joined = joinLines(text);
    const lines = joined?.text ?? text;
    const end = endOfPiece(lines, 0, lines.length);
    let first = -1;
    this.#index.each(lines, 0, end, (bucket, at) => {
      if (first < 0 && bucket.goesOnAfter(lines, at, end)) first = at;
    });
    return first >= 0 && joined ? joined.spansOf({ start: first, end: first + 1 })[0]!.start : first;
  }

  #findIn(text: string, found: (span: Span) => void): void {
    let hidden = 0;
    this.#index.each(text, 0, text.length, (bucket, at) => {
      const form = bucket.longestAt(text, at, text.length);
      if (form === undefined || at + form.text.length <= hidden) return;
      hidden = at + form.text.length;
      found(spread(text, at, form));
    });
  }

  #add(part: string): readonly Form[] {
    const forms = writeForms(part);
    for (const form of forms) this.#index.add(form);
    return forms;
  }
}

/** Lines are looked at one by one, so a value of several lines is known by its lines, and whole where it is escaped. */
function partsOf(value: string): readonly string[] {
  const trimmed = value.trim();
  if (!/[\r\n]/.test(trimmed)) return [value, trimmed];
  const lines = trimmed.split(/[\r\n]+/).map((line) => line.trim());
  return [trimmed, ...lines.filter((line) => line.length >= limits.knownLineLengthMin && !line.startsWith('-----'))];
}

function piecesOf(value: string): readonly string[] {
  const count = Math.ceil(value.length / limits.knownValueLengthMax);
  return Array.from({ length: count }, (_, index) => {
    const start = index * limits.knownValueLengthMax;
    return value.slice(start, start + limits.knownValueLengthMax);
  }).filter(({ length }) => length >= limits.knownValueLengthMin);
}

function spread(text: string, at: number, { text: { length }, before, after }: Form): Span {
  const start = before === 1 && isBase64(text.charCodeAt(at - 1)) ? at - 1 : at;
  let end = at + length;
  if (after === 0) return { start, end };
  if (isBase64(text.charCodeAt(end))) end++;
  while (text[end] === '=' && end < at + length + 3) end++;
  return { start, end };
}
