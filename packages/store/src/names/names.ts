import { storeLimits } from '../limits.ts';

export type NameRow = { readonly no: number; readonly text: string };

/**
 * Text that comes again and again (ids of projects, sessions and actors, tool names, rules) is kept once, in the table
 * `names`, and rows hold its number. A name never changes, so what was read of it once may be remembered.
 *
 * Rows are made and read without waiting: a name that is not in memory gets a stand-in and is noted as missing. Whoever
 * made something from it fetches what is missing and makes it again.
 */
export class Names {
  #numbers = new Map<string, number>();
  #texts = new Map<number, string>();
  /** What was known before the present maps became full; what is still used comes back from there. */
  #olderNumbers = new Map<string, number>();
  #olderTexts = new Map<number, string>();
  #missingTexts = new Set<string>();
  #missingNumbers = new Set<number>();

  numberOf(text: string): number {
    const no = this.knownNumberOf(text);
    if (no === undefined) this.#missingTexts.add(text);
    return no ?? 0;
  }

  numberOrNull(text: string | null | undefined): number | null {
    return text === null || text === undefined ? null : this.numberOf(text);
  }

  textOf(no: number): string {
    const text = this.#texts.get(no) ?? this.#recalledText(no);
    if (text === undefined) this.#missingNumbers.add(no);
    return text ?? '';
  }

  textOrNull(no: number | null): string | null {
    return no === null ? null : this.textOf(no);
  }

  knownNumberOf(text: string): number | undefined {
    return this.#numbers.get(text) ?? this.#recalledNumber(text);
  }

  /** What was asked for and not known since the last time this was called. */
  takeMissingTexts(): string[] {
    if (this.#missingTexts.size === 0) return none;
    const missing = [...this.#missingTexts];
    this.#missingTexts.clear();
    return missing;
  }

  takeMissingNumbers(): number[] {
    if (this.#missingNumbers.size === 0) return none;
    const missing = [...this.#missingNumbers];
    this.#missingNumbers.clear();
    return missing;
  }

  remember(no: number, text: string): void {
    // Nothing that was used lately goes: a whole map has to fill up first.
    if (this.#numbers.size >= storeLimits.namesKeptMax) {
      this.#olderNumbers = this.#numbers;
      this.#olderTexts = this.#texts;
      this.#numbers = new Map();
      this.#texts = new Map();
    }
    this.#numbers.set(text, no);
    this.#texts.set(no, text);
  }

  #recalledNumber(text: string): number | undefined {
    const no = this.#olderNumbers.get(text);
    if (no !== undefined) this.remember(no, text);
    return no;
  }

  #recalledText(no: number): string | undefined {
    const text = this.#olderTexts.get(no);
    if (text !== undefined) this.remember(no, text);
    return text;
  }
}

const none: never[] = [];

/** As a database can hold it: PostgreSQL has no NUL in a text, and neither has half a surrogate pair. */
export function storableName(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}
