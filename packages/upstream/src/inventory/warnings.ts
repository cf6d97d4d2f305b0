import { importLimits } from './limits.ts';

/** What an import changed or could not use, each said once. */
export class Warnings {
  readonly #texts = new Set<string>();
  #dropped = 0;

  add(text: string): void {
    if (this.#texts.has(text)) return;
    if (this.#texts.size < importLimits.warningsMax) this.#texts.add(text);
    else this.#dropped += 1;
  }

  list(): string[] {
    const more = this.#dropped === 0 ? [] : [`${this.#dropped} more warnings are not shown.`];
    return [...this.#texts, ...more];
  }
}
