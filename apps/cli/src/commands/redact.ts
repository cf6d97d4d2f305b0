import { createRedactor } from '@countersign/redaction';
import { command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { readLines, readText } from '../read-stdin.ts';
import { redactCase } from '../redact-case.ts';
import { printable } from '../render/printable.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export const redact = command<{ jsonl?: boolean; knownFile?: string }>({
  summary: 'Mask the secrets of a text: stdin to stdout',
  details:
    'Keys, tokens, passwords and private keys become ***REDACTED***; everything else stays as it is. The text is passed on\nline by line as it arrives. No server is needed.',
  options: [
    {
      flags: '--jsonl',
      description: 'read lines {"id", "text", "chunks"?, "known_secrets"?}, print lines {"id", "text"}',
    },
    { flags: '--known-file <file>', description: 'file with values that are secret wherever they stand, one a line' },
  ],
  examples: [
    ['redact < build.log', 'what may be shown of a log'],
    ['redact --known-file secrets.txt < build.log', 'with values of your own masked as well'],
    ['redact --jsonl < cases.jsonl', 'many texts at once, one JSON object a line'],
  ],
  async run({ terminal }, _, { jsonl, knownFile }) {
    const known = knownFile === undefined ? [] : readKnown(terminal, knownFile);
    return jsonl ? await redactLines(terminal, known) : await redactText(terminal, known);
  },
});

async function redactText(terminal: Terminal, known: readonly string[]): Promise<undefined> {
  const stream = createRedactor(known).stream();
  for await (const text of readText(terminal)) await pass(terminal, stream.write(text));
  await pass(terminal, stream.end());
}

/** A line that cannot be read is reported and left out; the others are answered. */
async function redactLines(terminal: Terminal, known: readonly string[]): Promise<number | undefined> {
  let number = 0;
  let failed = 0;
  for await (const line of readLines(terminal)) {
    number++;
    if (line.trim() === '') continue;
    const answer = redactCase(line, known);
    if (answer.ok) await pass(terminal, `${JSON.stringify(answer.value)}\n`);
    else {
      failed++;
      terminal.warn(`error: line ${number}: ${printable(answer.reason)}\n`);
    }
  }
  return failed === 0 ? undefined : exitCodes.error;
}

async function pass(terminal: Terminal, text: string): Promise<void> {
  if (text === '') return;
  terminal.write(text);
  await terminal.drained();
}

function readKnown(terminal: Terminal, path: string): readonly string[] {
  try {
    return terminal
      .readFile(path)
      .split(/\r?\n/)
      .filter((value) => value !== '');
  } catch {
    throw new UsageError(`cannot read ${path}: give a file with one value a line to --known-file`);
  }
}
