import { relativeText } from '../render/duration.ts';
import { crashLoopIn, journalPath, readJournal } from '../supervisor/supervisor-journal.ts';
import type { Terminal } from '../terminal.ts';
import { type Finding, fail } from './finding.ts';

/** W2: whether the server went from one crash to the next the last time it was started. */
export function checkSupervisor(dataDir: string, { readFile, now }: Pick<Terminal, 'readFile' | 'now'>): Finding[] {
  const path = journalPath(dataDir);
  let text: string;
  try {
    text = readFile(path);
  } catch {
    // It was never started here, or never crashed.
    return [];
  }
  const loop = crashLoopIn(readJournal(text), now());
  if (loop === null) return [];
  const last = loop.last === null ? '' : `, the last time ${relativeText(loop.last.at, now())} (${endText(loop.last)})`;
  return [
    fail(
      'crash loop',
      `the server ended again and again${last}`,
      `Look at what it logged: \`countersign start --log-level debug\`. All ends are in ${path}.`,
    ),
  ];
}

function endText({ code, signal }: { readonly code: number | null; readonly signal: string | null }): string {
  return signal ?? `code ${code ?? 'unknown'}`;
}
