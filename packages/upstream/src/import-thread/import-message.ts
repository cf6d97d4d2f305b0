import type { SourceSettings } from '@countersign/contract';
import type { Inventory } from '../inventory/inventory.ts';

/** What the thread starts with. */
export type ImportJob = { readonly text: string; readonly settings: SourceSettings };

/** What the thread says: that it needs another document, and how it ended. */
export type FromThread =
  | { readonly kind: 'fetch'; readonly id: number; readonly url: string }
  | { readonly kind: 'done'; readonly inventory: Inventory }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** The answer to a wish for another document. */
export type ToThread = { readonly id: number; readonly text?: string; readonly failure?: string };
