import type { Redactor } from '../ports/redactor.ts';

/** Of what was said before, as much as is looked at with the line that is being said. */
const contextLengthMax = 2_048;
/** A longer line is told when it is over. */
const lineLengthMax = 4_096;
/** A known secret of several words is known by its first characters: so many follow whatever is told. */
const heldBackLength = 16;

/**
 * A text that is told while it is being said. Secrets are looked for line by line; but a model says whole paragraphs in one
 * line, and nobody wants to wait for their end. So the words of a line are told as they come, as long as nothing was masked
 * before them and nothing in the line so far is a secret or may be the beginning of one. From the first mask on, it is lines.
 */
export class SpokenText {
  readonly #redactor: Pick<Redactor, 'stream'>;
  readonly #lines: ReturnType<Redactor['stream']>;
  #context = '';
  /** The line that is not over yet. */
  #line = '';
  /** How much of it was told already. */
  #ahead = 0;
  #isPlain = true;

  constructor(redactor: Pick<Redactor, 'stream'>) {
    this.#redactor = redactor;
    this.#lines = redactor.stream();
  }

  /** What can be told now. */
  write(text: string): string {
    const masked = this.#lines.write(text);
    if (!this.#isPlain) return this.#withoutTold(masked);
    const said = this.#line + text;
    const end = said.lastIndexOf('\n') + 1;
    const complete = said.slice(0, end);
    this.#line = said.slice(end);
    if (masked !== complete) {
      this.#isPlain = false;
      return this.#withoutTold(masked);
    }
    const told = this.#withoutTold(complete);
    this.#context = (this.#context + complete).slice(-contextLengthMax);
    return told + this.#words();
  }

  /** Whole words of the line that is being said. */
  #words(): string {
    const words = /^.*\s/s.exec(this.#line.slice(0, -heldBackLength))?.[0] ?? '';
    if (words.length <= this.#ahead || this.#line.length > lineLengthMax) return '';
    // A line that a known secret could go on after is held back as a whole, and one with a secret in it is changed.
    const looked = `${this.#context}${this.#line}\n`;
    if (this.#redactor.stream().write(looked) !== looked) return '';
    const told = words.slice(this.#ahead);
    this.#ahead = words.length;
    return told;
  }

  #withoutTold(text: string): string {
    const told = text.slice(this.#ahead);
    this.#ahead = Math.max(0, this.#ahead - text.length);
    return told;
  }
}
