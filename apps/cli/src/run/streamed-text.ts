import { printableLines } from '../render/printable.ts';

/**
 * What the model says, written as it comes. A turn that is tried again says it anew from the beginning, on a line of its own.
 */
export class StreamedText {
  readonly #write: (text: string) => void;
  #turnId: string | null = null;
  #length = 0;
  #half = '';
  /** Of the last turn, as it stands on the screen. */
  #shown = '';
  #isInLine = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  get shown(): string {
    return this.#shown;
  }

  /** Whether the cursor is behind something that was written. */
  get isInLine(): boolean {
    return this.#isInLine;
  }

  /** What the model said in all: the last of it may not have come in pieces. False where nothing of it stands here yet. */
  complete(turnId: string, text: string): boolean {
    const isShown = this.#turnId === turnId && this.#length > 0;
    if (isShown && text.startsWith(this.#shown)) {
      this.#half = '';
      this.add(turnId, this.#length, text.slice(this.#shown.length));
    }
    this.endLine();
    return isShown;
  }

  add(turnId: string, offset: number, text: string): void {
    if (turnId !== this.#turnId || offset < this.#length) {
      this.endLine();
      [this.#turnId, this.#length, this.#shown, this.#half] = [turnId, 0, '', ''];
    }
    this.#length = Math.max(this.#length, offset + text.length);
    // A character may be cut in two between pieces; its first half waits for the second.
    const whole = this.#half + text;
    const last = whole.charCodeAt(whole.length - 1);
    this.#half = last >= 0xd800 && last <= 0xdbff ? whole.slice(-1) : '';
    const complete = this.#half === '' ? whole : whole.slice(0, -1);
    if (complete === '') return;
    this.#shown += complete;
    this.#isInLine = !complete.endsWith('\n');
    this.#write(printableLines(complete).join('\n'));
  }

  endLine(): void {
    if (!this.#isInLine) return;
    this.#isInLine = false;
    this.#write('\n');
  }
}
