import type { SandboxKind } from '@countersign/contract';
import type { RawOutput } from '../local-tools.ts';

/** One program with its words, and what it may touch. */
export type CommandRequest = {
  readonly argv: readonly string[];
  /** Absolute, inside a root. */
  readonly workingFolder: string;
  readonly roots: readonly string[];
  readonly mayWrite: boolean;
  readonly mayUseNetwork: boolean;
  /** Absolute paths of files, and the bytes that stand there for the command whatever is on the disk. */
  readonly pinnedFiles: readonly { readonly path: string; readonly bytes: Uint8Array; readonly mode: number }[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onOutput: (output: RawOutput) => void;
};

/** Why a command was killed. */
export type StopReason = 'timeout' | 'cancel' | 'memory' | 'processes' | 'disk';

/** How a command ended. `stoppedBy` says why it was killed where it did not end by itself. */
export type CommandEnd = {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stoppedBy: StopReason | null;
  readonly durationMs: number;
  /** All it printed, also what was past the limit and went nowhere. */
  readonly printedBytes: { readonly stdout: number; readonly stderr: number };
};

/**
 * T6: runs commands, sandboxed or not. A port: containers or other machines can take its place. `run` rejects with a
 * ToolFailure where a command could not be started, and with one of the class `unknown` where nobody knows how it ended.
 */
export type CommandRunner = {
  readonly sandbox: SandboxKind;
  run(request: CommandRequest): Promise<CommandEnd>;
  close(): Promise<void>;
};
