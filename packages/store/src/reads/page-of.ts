import type { Page, PageRequest } from '@countersign/control-plane';

/** Reads one row more than asked for: whether it is there says whether there is another page. */
export function rowsToRead(page: PageRequest): number {
  return page.limit + 1;
}

/** The cursor is the id of the last item: ids are in the order of time. */
export function pageOf<T>(read: readonly T[], page: PageRequest, idOf: (item: T) => string): Page<T> {
  const items = read.slice(0, page.limit);
  const last = items.at(-1);
  return { items, nextCursor: read.length > page.limit && last !== undefined ? idOf(last) : null };
}
