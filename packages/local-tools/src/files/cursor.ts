import { ToolFailure } from '../confinement/tool-failure.ts';

/** Where a page ended, as a text that says nothing to anybody else. */
export function writeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** What the cursor of an earlier page says; null where there is none. Its parts have the types that are named. */
export function readCursor(cursor: unknown, types: readonly ('string' | 'number')[]): (string | number)[] | null {
  if (cursor === undefined || cursor === null) return null;
  const place = parse(cursor);
  if (!Array.isArray(place) || place.length !== types.length || !types.every((type, at) => isOf(place[at], type)))
    throw new ToolFailure(
      'validation',
      'The cursor is not one that this tool gave. Take `next_page_cursor` of the page before as it is, with the same arguments.',
    );
  return place as (string | number)[];
}

function parse(cursor: unknown): unknown {
  try {
    return JSON.parse(Buffer.from(String(cursor), 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

function isOf(value: unknown, type: 'string' | 'number'): boolean {
  return type === 'number' ? Number.isSafeInteger(value) && (value as number) >= 0 : typeof value === 'string';
}
