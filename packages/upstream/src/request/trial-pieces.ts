import type { Template } from '../template/template-tree.ts';
import type { Piece } from '../template/template-value.ts';

/**
 * What a template would write with harmless values: where nothing depends on conditions, values stand in the same places
 * whatever they are, and what is wrong with a place can be said before there is a value. Null where it depends.
 */
export function trialPieces({ statements }: Template, harmless: string | number): Piece[] | null {
  const pieces: Piece[] = [];
  for (const statement of statements) {
    if (statement.type === 'text') pieces.push({ kind: 'text', text: statement.text });
    else if (statement.type === 'output') pieces.push({ kind: 'value', value: harmless });
    else if (statement.type !== 'set') return null;
  }
  return pieces;
}
