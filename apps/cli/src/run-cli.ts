import { CommanderError } from 'commander';
import { buildProgram } from './build-program.ts';
import { exitCodeOfError, exitCodes } from './exit-codes.ts';
import { explainError, problemOfError } from './explain-error.ts';
import { jsonText } from './render/json-text.ts';
import { printable, printableLines } from './render/printable.ts';
import { styleFor } from './render/style.ts';
import { StartError } from './start-error.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command to its end and returns the exit code. Without a command, it starts the server. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  let endedWith: number = exitCodes.ok;
  const program = buildProgram(terminal, (code) => {
    endedWith = code;
  });
  try {
    await program.parseAsync(argv.length === 0 ? ['start'] : [...argv], { from: 'user' });
    return endedWith;
  } catch (error) {
    // Commander has said it already, help and version included.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    report(error, terminal, argv.includes('--json'));
    return exitCodeOfError(error);
  }
}

/** Never a stack trace, unless somebody who looks for the cause asks for it. */
function report(error: unknown, terminal: Terminal, isJson: boolean): void {
  if (isJson) {
    terminal.warn(`${jsonText(problemOfError(error))}\n`);
  } else {
    const { sentence, next } = explainError(error);
    const style = styleFor(terminal.hasColor);
    // Our own server may say more than one line when it does not start; answers of others stay in one.
    const shown = error instanceof StartError ? printableLines(sentence).join('\n') : printable(sentence);
    terminal.warn(`${style.bad('error')}: ${shown}\n${next === null ? '' : `${printable(next)}\n`}`);
  }
  if (terminal.env.COUNTERSIGN_DEBUG === '1' && error instanceof Error) terminal.warn(`${error.stack}\n`);
}
