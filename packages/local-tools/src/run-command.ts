import { constants } from 'node:os';
import type { JsonObject, ToolResult } from '@countersign/contract';
import type { CommandEnd, CommandRunner } from './commands/command-runner.ts';
import { ToolCancelled, ToolFailure } from './confinement/tool-failure.ts';
import type { ToolLimits } from './limits.ts';
import type { Execution } from './local-tools.ts';
import { toolResult } from './result.ts';
import { OutputCollector } from './text/output-collector.ts';
import type { FileThread } from './thread/file-thread.ts';

/** One program with its words, as a tool's arguments say it. */
type Command = { readonly argv: readonly string[]; readonly folder: string; readonly timeoutMs: number | null };

const killedBySignal = 128;
export const bashPath = '/bin/bash';

/** The tools that run programs. `bash` is always the same shell, with nobody's profile. */
export const commandTools: ReadonlyMap<string, (args: JsonObject) => Command> = new Map([
  [
    'bash',
    (args: JsonObject): Command => ({
      argv: [bashPath, '--noprofile', '--norc', '-c', args.cmd as string],
      folder: (args.workdir as string | undefined) ?? '.',
      timeoutMs: millisecondsIn(args.timeout_seconds),
    }),
  ],
  [
    'execute_command',
    (args: JsonObject): Command => ({
      argv: [args.command as string, ...((args.args as string[] | undefined) ?? [])],
      folder: '.',
      timeoutMs: millisecondsIn(args.timeout),
    }),
  ],
]);

export type CommandDependencies = {
  readonly commands: CommandRunner;
  readonly files: FileThread;
  /** Absolute, links are followed. */
  readonly roots: readonly string[];
  readonly limits: ToolLimits;
};

export async function runCommand(
  { argv, folder, timeoutMs: askedMs }: Command,
  execution: Execution,
  { commands, files, roots, limits }: CommandDependencies,
): Promise<ToolResult> {
  const { expectedFiles, runsFiles, signal } = execution;
  const timeoutMs = askedMs ?? limits.commandTimeoutMs;
  if (argv.some((word) => word.includes('\0')))
    throw new ToolFailure('validation', 'A command must not hold the character NUL.');
  const workingFolder = await files.ask({ kind: 'folder', path: folder }, signal);
  const pinnedFiles = await files.ask({ kind: 'pin', expectedFiles, runsFiles }, signal);
  const output = new OutputCollector(limits, execution.onOutput);
  const end = await commands.run({
    argv,
    workingFolder,
    roots,
    mayWrite: execution.mayWrite,
    mayUseNetwork: execution.mayUseNetwork,
    pinnedFiles,
    timeoutMs,
    signal,
    onOutput: (piece) => output.take(piece),
  });
  return resultOf(end, output, timeoutMs);
}

function resultOf(end: CommandEnd, output: OutputCollector, timeoutMs: number): ToolResult {
  const stdout = output.ended('stdout', end.printedBytes.stdout);
  const stderr = output.ended('stderr', end.printedBytes.stderr);
  const exitCode = end.exitCode ?? killedBySignal + signalNumber(end.signal);
  const result = toolResult({
    ok: exitCode === 0 && end.stoppedBy === null,
    exit_code: exitCode,
    stdout: stdout.text,
    stderr: stderr.text,
    truncated_lines: stdout.isCutByLines || stderr.isCutByLines,
    truncated_bytes: stdout.isCutByBytes || stderr.isCutByBytes,
    meta: {
      execution_time: Math.round(end.durationMs) / 1000,
      signal: end.signal,
      stopped_by: end.stoppedBy,
      stdout_bytes: end.printedBytes.stdout,
      stderr_bytes: end.printedBytes.stderr,
    },
  });
  if (end.stoppedBy === null) return result;
  if (end.stoppedBy === 'cancel') throw new ToolCancelled(result);
  if (end.stoppedBy === 'timeout') {
    const words = `It ran longer than ${timeoutMs / 1000} s and was stopped. Ask for more time, or for less work.`;
    throw new ToolFailure('timeout', words, undefined, result);
  }
  throw new ToolFailure('tool_exec', stoppedWords[end.stoppedBy], undefined, result);
}

const stoppedWords = {
  memory: 'It used more memory than a command may have, and was stopped.',
  processes: 'It started more processes than a command may have, and was stopped.',
  disk: 'It wrote more than a command may write, and was stopped.',
} as const;

function signalNumber(signal: string | null): number {
  return signal === null ? 0 : (constants.signals[signal as NodeJS.Signals] ?? 0);
}

/** Null where the call leaves it to whoever runs it. */
function millisecondsIn(seconds: unknown): number | null {
  return typeof seconds === 'number' ? seconds * 1000 : null;
}
