import type { ToolLimits } from '../limits.ts';

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
