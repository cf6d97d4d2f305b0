import type { ExpectedFile, JsonObject, PreviewFile, ToolDefinition, ToolResult } from '@countersign/contract';

/** A piece of what a command prints, as it prints it. Bytes, because a character may be cut in two. */
export type RawOutput = { readonly stream: 'stdout' | 'stderr'; readonly bytes: Uint8Array };

/** How one call is to be executed: by what was decided about it, not by what it says of itself. */
export type Execution = {
  readonly callId: string;
  readonly signal: AbortSignal;
  /** Files as they were shown to whoever approved; one that is another by now stops the call (L7). */
  readonly expectedFiles: readonly ExpectedFile[];
  readonly mayUseNetwork: boolean;
  /** False where code found that it only looks: the roots are then read-only to a command. */
  readonly mayWrite: boolean;
  /** Files of the workspace that a command runs: it is given the bytes that were checked, whatever the disk says by then. */
  readonly runsFiles: readonly string[];
  readonly onOutput: (output: RawOutput) => void;
};

/**
 * T1: the local tools over one set of roots. `execute` rejects with a ToolFailure where a tool did not do what it was
 * asked; a command that ended with another code than 0 is a result with `ok: false`.
 */
export type LocalTools = {
  readonly definitions: readonly ToolDefinition[];
  execute(toolName: string, args: JsonObject, execution: Execution): Promise<ToolResult>;
  /** The named files as they are: hash, size, and text where it is one and may be shown. */
  preview(paths: readonly string[]): Promise<PreviewFile[]>;
  close(): Promise<void>;
};
