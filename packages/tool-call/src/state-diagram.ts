import { callStatuses } from '@countersign/contract';
import { transitions } from './transitions.ts';

/** The Mermaid diagram of the life of a call, from the one table that declares it. */
export function stateDiagram(): string {
  const lines = ['stateDiagram-v2', '  [*] --> pending'];
  for (const from of callStatuses) {
    const moves = Object.entries(transitions[from]);
    for (const [event, to] of moves) lines.push(`  ${from} --> ${to}: ${event}`);
    if (moves.every(([, to]) => to === from)) lines.push(`  ${from} --> [*]`);
  }
  return lines.join('\n');
}
