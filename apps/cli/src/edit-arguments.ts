import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const mask = '***REDACTED***';

/** Lets the person change arguments in their editor. */
export async function editArguments(
  params: unknown,
  terminal: Pick<Terminal, 'env' | 'isInteractive'>,
): Promise<Record<string, unknown>> {
  const editor = terminal.env.VISUAL || terminal.env.EDITOR;
  if (!terminal.isInteractive || !editor) {
    throw new UsageError('give the arguments with --arguments, or set EDITOR and run this in a terminal');
  }
  // A folder of its own that only this user can enter: nobody can put a file or a link in its place.
  const folder = await mkdtemp(join(tmpdir(), 'countersign-'));
  const path = join(folder, 'arguments.json');
  const before = `${JSON.stringify(params, null, 2)}\n`;
  try {
    await writeFile(path, before, { mode: 0o600, flag: 'wx' });
    await runEditor(editor, path);
    const after = await readFile(path, 'utf8');
    if (after === before) throw new UsageError('nothing was changed, so nothing was decided');
    return parseArguments(after);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Arguments as they may be sent: an object, and with nothing in it that stands for a secret that was hidden. */
export function parseArguments(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`the arguments are not valid JSON: ${(error as Error).message}`);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new UsageError('the arguments must be one JSON object, such as {"path":"notes.txt"}');
  }
  if (text.includes(mask)) {
    throw new UsageError(`${mask} stands for a secret that is not shown: write the real value in its place`);
  }
  return value as Record<string, unknown>;
}

/** EDITOR may carry flags (`code --wait`); it is split at blanks and never given to a shell. */
function runEditor(editor: string, path: string): Promise<void> {
  const [program, ...args] = editor.trim().split(/\s+/);
  return new Promise((resolve, reject) => {
    const child = spawn(program!, [...args, path], { stdio: 'inherit' });
    child.once('error', (error) => reject(new UsageError(`the editor ${program} cannot be started: ${error.message}`)));
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new UsageError(`the editor ${program} ended with ${code}, so nothing was decided`)),
    );
  });
}
