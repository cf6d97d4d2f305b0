import { createHash } from 'node:crypto';
import { canonicalJson, type ToolDefinition, type UpstreamBinding } from '@countersign/contract';
import { importLimits } from './limits.ts';

export type ImportedTool = ToolDefinition & { readonly upstream: UpstreamBinding };

/** Something that became no tool, and why. */
export type LeftOut = { readonly operation: string; readonly reason: string };

/** U1: everything that a source offers, as it was found. */
export type Inventory = {
  /** Sorted by name. */
  readonly tools: readonly ImportedTool[];
  readonly leftOut: readonly LeftOut[];
  readonly warnings: readonly string[];
  /** SHA-256 over the canonical JSON of all definitions. */
  readonly hash: string;
};

export function createInventory(
  tools: readonly ImportedTool[],
  leftOut: readonly LeftOut[],
  warnings: readonly string[],
): Inventory {
  const sorted = [...tools].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    tools: sorted,
    leftOut: leftOut.slice(0, importLimits.leftOutMax),
    warnings,
    hash: inventoryHash(sorted),
  };
}

/** Piece by piece: the text of all definitions together may be longer than a string can be. */
function inventoryHash(sorted: readonly ToolDefinition[]): string {
  const hash = createHash('sha256');
  hash.update('[');
  for (const [index, definition] of sorted.entries()) {
    if (index > 0) hash.update(',');
    hash.update(canonicalJson(definition));
  }
  return hash.update(']').digest('hex');
}
