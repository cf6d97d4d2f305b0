import type { Terminal } from '../terminal.ts';
import { durationText } from './duration.ts';
import { widthOf } from './table.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;
const frameMs = 100;
const columnsDefault = 80;

/** The last line of a screen, which says what goes on now. It is drawn on stderr, and nowhere but on a screen. */
export class StatusLine {
  readonly #terminal: Pick<Terminal, 'warn' | 'now' | 'showsProgress' | 'screen'>;
  #words: string | null = null;
  #since = 0;
  #frame = 0;
  #isDrawn = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(terminal: Pick<Terminal, 'warn' | 'now' | 'showsProgress' | 'screen'>) {
    this.#terminal = terminal;
  }

  show(words: string): void {
    if (!this.#terminal.showsProgress) return;
    if (words !== this.#words) this.#since = this.#terminal.now();
    this.#words = words;
    this.#timer ??= setInterval(() => this.#draw(), frameMs).unref();
    this.#draw();
  }

  /** Makes room for something else to be written; it comes back with the next frame. */
  clear(): void {
    if (this.#isDrawn) this.#terminal.warn('\r\u001b[2K');
    this.#isDrawn = false;
  }

  hide(): void {
    this.clear();
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#words = null;
  }

  #draw(): void {
    if (this.#words === null) return;
    this.#frame = (this.#frame + 1) % frames.length;
    const lasted = durationText(this.#terminal.now() - this.#since);
    const line = `${frames[this.#frame]} ${this.#words} (${lasted})`;
    this.#terminal.warn(`\r\u001b[2K${cutTo(line, (this.#terminal.screen()?.columns ?? columnsDefault) - 1)}`);
    this.#isDrawn = true;
  }
}

/** A line that went on in a second one could not be taken back. */
export function cutTo(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line;
  let width = 0;
  let cut = '';
  for (const character of line) {
    width += widthOf(character);
    if (width >= columns) break;
    cut += character;
  }
  return `${cut}…`;
}
