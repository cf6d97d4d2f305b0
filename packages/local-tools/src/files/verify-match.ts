import { closeSync } from 'node:fs';
import type { ConfinedFiles, Opened } from '../confinement/confined-files.ts';
import { ToolFailure } from '../confinement/tool-failure.ts';
import type { ToolLimits } from '../limits.ts';
import { decode, writingOf } from '../text/encoding.ts';
import { readBytes, readWhole } from './read-bytes.ts';
import { type Candidate, withoutReturn } from './ripgrep.ts';

const lineFeed = 10;
const markBytesMax = 3;

/**
 * G1: the searching program goes by names, which somebody may swap under it. So nothing that it says is passed on: the
 * file is opened again, confined, and the line is taken from there. A line that is not the same in it is none.
 */
export class MatchVerifier {
  readonly #files: ConfinedFiles;
  readonly #limits: ToolLimits;
  #path: string | null = null;
  #source: Source | null = null;

  constructor(files: ConfinedFiles, limits: ToolLimits) {
    this.#files = files;
    this.#limits = limits;
  }

  /** The line as it is in the file, null where there is no such line. Matches of one file are best asked for in a row. */
  lineOf(path: string, { offset, text }: Candidate): string | null {
    if (path !== this.#path) this.#open(path);
    if (this.#source === null) return null;
    const { matchLengthMax } = this.#limits;
    // Twice as much as is shown, and four bytes for a character at the most.
    const bytes = this.#source.read(offset, Math.max(text.length, matchLengthMax * 8) + 1);
    const end = bytes.indexOf(lineFeed);
    const line = withoutReturn(end === -1 ? bytes : bytes.subarray(0, end));
    const compared = Math.min(line.length, matchLengthMax * 4);
    const isSame = text.length >= compared && line.subarray(0, compared).equals(text.subarray(0, compared));
    const isCut = line.length > matchLengthMax * 4;
    return isSame && (isCut || text.length === line.length) ? line.toString('utf8') : null;
  }

  close(): void {
    this.#source?.close();
    this.#source = null;
    this.#path = null;
  }

  #open(path: string): void {
    this.close();
    this.#path = path;
    try {
      this.#source = sourceOf(this.#files.openFile(path), this.#limits);
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
    }
  }
}

/** A file as the searching program sees it: without byte order mark, and in UTF-8. */
type Source = { read(offset: number, length: number): Buffer; close(): void };

function sourceOf(file: Opened, { transcodedBytesMax }: ToolLimits): Source {
  try {
    const writing = writingOf(readBytes(file.fd, 0, markBytesMax), false);
    if (!writing || writing.markBytes === 0) {
      return { read: (offset, length) => readBytes(file.fd, offset, length), close: () => closeSync(file.fd) };
    }
    const bytes = readWhole(file, transcodedBytesMax).subarray(writing.markBytes);
    const text = writing.encoding === 'utf-8' ? bytes : Buffer.from(decode(bytes, writing.encoding));
    return { read: (offset, length) => text.subarray(offset, offset + length), close: () => closeSync(file.fd) };
  } catch (error) {
    closeSync(file.fd);
    throw error;
  }
}
