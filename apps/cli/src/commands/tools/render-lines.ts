import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
// Not the whole package: this is started for one line as often as for many.
import { renderJsonlLine } from '@countersign/upstream/render-jsonl-line';
import { exitCodes } from '../../exit-codes.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usage-error.ts';
import { type Line, readLines } from '../policy/read-lines.ts';

const lineBytesMax = 16 * 1024 * 1024;
/** Held back before they are written. */
const answersLengthMax = 64 * 1024;

/** Answers each line. Nothing but the answers goes to stdout, and whoever reads them decides how fast it goes. */
export async function renderLines(terminal: Terminal, path: string): Promise<number> {
  const input = path === '-' ? terminal.stdin() : createReadStream(resolve(terminal.cwd, path));
  let answers = '';
  const pass = async (): Promise<void> => {
    if (answers === '') return;
    terminal.write(answers);
    answers = '';
    await terminal.drained();
  };
  try {
    for await (const lines of readLines(input, lineBytesMax)) {
      for (const line of lines) {
        answers += answerOf(line);
        if (answers.length >= answersLengthMax) await pass();
      }
      // Whoever writes line by line is answered line by line.
      await pass();
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new UsageError(`--jsonl names ${path}, which cannot be read: ${error.message}`);
  }
  return exitCodes.ok;
}

const tooLong = JSON.stringify({ id: null, error: { code: 'validation_error', message: 'The line is too long.' } });
const decoder = new TextDecoder();

/** Nothing for an empty line. What is no UTF-8 becomes characters that say so. */
function answerOf(line: Line): string {
  if (line === null) return `${tooLong}\n`;
  const text = decoder.decode(line);
  return text.trim() === '' ? '' : `${renderJsonlLine(text)}\n`;
}
