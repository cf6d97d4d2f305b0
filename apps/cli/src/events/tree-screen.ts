import { stripVTControlCharacters } from 'node:util';
import type { EventTree } from '@countersign/contract';
import type { CommandContext } from '../command-context.ts';
import { cutTo } from '../render/status-line.ts';
import { widthOf } from '../render/table.ts';
import { treeLines } from '../render/tree.ts';

/** A tree that is drawn anew in its place. What does not fit on the screen is left out at the top. */
export class TreeScreen {
  readonly #context: CommandContext;
  #drawn = 0;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  show({ nodes }: EventTree): void {
    const { terminal, style } = this.#context;
    const { columns, rows } = terminal.screen() ?? { columns: 80, rows: 24 };
    const lines = nodes.length === 0 ? ['Nothing has happened yet.'] : treeLines(nodes, style);
    const room = Math.max(1, rows - 2);
    const shown =
      lines.length > room
        ? [style.faint(`${lines.length - room + 1} lines above`), ...lines.slice(-(room - 1))]
        : lines;
    const back = this.#drawn === 0 ? '' : `\u001b[${this.#drawn}A\r\u001b[J`;
    this.#drawn = shown.length;
    terminal.write(`${back}${shown.map((line) => fitted(line, columns)).join('\n')}\n`);
  }
}

/** A line that is too long goes without colours: they cannot be cut. */
function fitted(line: string, columns: number): string {
  return widthOf(line) <= columns ? line : cutTo(stripVTControlCharacters(line), columns);
}
