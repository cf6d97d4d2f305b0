import type { EventNode, EventTree } from '@countersign/contract';
import type { CommandContext } from '../command-context.ts';
import { jsonText } from '../render/json-text.ts';
import { renderNode } from '../render/tree.ts';

/** A tree as a log: a line for each node that is new or stands otherwise than before. */
export class ChangedNodes {
  readonly #context: CommandContext;
  readonly #told = new Map<string, string>();

  constructor(context: CommandContext) {
    this.#context = context;
  }

  show({ nodes }: EventTree): void {
    const { terminal, isJson, style } = this.#context;
    for (const node of nodes) {
      const state = stateOf(node);
      if (this.#told.get(node.id) === state) continue;
      this.#told.set(node.id, state);
      terminal.write(isJson ? `${jsonText(node, 0)}\n` : `${'  '.repeat(node.depth)}${renderNode(node, style)}\n`);
    }
  }
}

function stateOf({ status, label, ended_at: endedAt, hidden_children: hidden }: EventNode): string {
  return JSON.stringify([status, label, endedAt, hidden]);
}
