import type { CommandLimits } from '../commands/command-limits.ts';
import type { StopReason } from '../commands/command-runner.ts';
import type { WrappedCommand } from '../sandbox/sandbox.ts';

/** What a command is started with, and when it is stopped. */
export type StartOrder = WrappedCommand & {
  /** A variable with a value nobody else has, by which processes are found that are among all others. */
  readonly mark: string;
  readonly timeoutMs: number;
  readonly limits: CommandLimits;
  /** Folders whose disk must not be filled up. */
  readonly watchedFolders: readonly string[];
};

/** How a command ended, as its helper saw it. */
export type HelperEnd = {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stoppedBy: StopReason | null;
  readonly durationMs: number;
  readonly printedBytes: { readonly stdout: number; readonly stderr: number };
};

export type ToHelper =
  | { readonly type: 'start'; readonly id: number; readonly order: StartOrder }
  | { readonly type: 'cancel'; readonly id: number };

export type FromHelper =
  | { readonly type: 'ready' }
  | { readonly type: 'output'; readonly id: number; readonly stream: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly id: number; readonly end: HelperEnd }
  | { readonly type: 'not_started'; readonly id: number; readonly reason: string };
