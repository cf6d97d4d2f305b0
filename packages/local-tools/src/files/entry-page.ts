import type { JsonObject, ToolResult } from '@countersign/contract';
import type { ToolLimits } from '../limits.ts';
import { toolResult } from '../result.ts';
import { writeCursor } from './cursor.ts';

/** Lines of one page of a listing, within its limits. */
export type EntryPage = {
  readonly lines: readonly string[];
  /** Takes the line, or says that the page is full. */
  add(line: string): boolean;
  readonly isFull: boolean;
  readonly isCutByBytes: boolean;
};

export function entryPage(entriesMax: number, limits: ToolLimits): EntryPage {
  const lines: string[] = [];
  let bytes = 0;
  let isFull = false;
  let isCutByBytes = false;
  return {
    lines,
    get isFull() {
      return isFull;
    },
    get isCutByBytes() {
      return isCutByBytes;
    },
    add(line) {
      if (isFull) return false;
      const more = Buffer.byteLength(line) + 1;
      const isTooLong = lines.length > 0 && bytes + more > limits.outputBytesMax;
      isFull = isTooLong || lines.length >= Math.min(entriesMax, limits.outputLinesMax);
      isCutByBytes = isTooLong;
      if (isFull) return false;
      lines.push(line);
      bytes += more;
      return true;
    },
  };
}

/** What a walk answers with: the page, and where the next one begins if there is more. */
export function pageResult(page: EntryPage, last: string, meta: JsonObject): ToolResult {
  return toolResult({
    stdout: page.lines.map((line) => `${line}\n`).join(''),
    truncated_lines: page.isFull && !page.isCutByBytes,
    truncated_bytes: page.isCutByBytes,
    next_page_cursor: page.isFull ? writeCursor([last]) : null,
    meta,
  });
}
