import { limits } from '@countersign/contract';
import type { OptionDeclaration } from './command.ts';
import { UsageError } from './usage-error.ts';

export type PageOptions = { readonly limit?: string; readonly cursor?: string };

/** How every list is read in pages. */
export const pageOptions: readonly OptionDeclaration[] = [
  { flags: '--limit <count>', description: `how many at once, up to ${limits.pageSizeMax}` },
  { flags: '--cursor <cursor>', description: 'where the page before ended' },
];

export function pageQuery({ limit, cursor }: PageOptions): { limit?: number; cursor?: string } {
  if (
    limit !== undefined &&
    !(/^[0-9]{1,4}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= limits.pageSizeMax)
  ) {
    throw new UsageError(`--limit takes a number from 1 to ${limits.pageSizeMax}, not "${limit}"`);
  }
  return { ...(limit === undefined ? {} : { limit: Number(limit) }), ...(cursor === undefined ? {} : { cursor }) };
}

export function pageHint(nextCursor: string | null): string {
  return nextCursor === null ? '' : `There are more: add --cursor ${nextCursor}\n`;
}
