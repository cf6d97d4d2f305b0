import type { ExpectedFile, JsonObject, ToolResult } from '@countersign/contract';
import type { ConfinedFiles } from '../confinement/confined-files.ts';
import type { ToolLimits } from '../limits.ts';
import type { UndoStore } from '../undo/undo-store.ts';

/** What a file tool works with. */
export type ToolContext = {
  readonly files: ConfinedFiles;
  readonly limits: ToolLimits;
  readonly undo: UndoStore | null;
  readonly callId: string;
  readonly expectedFiles: readonly ExpectedFile[];
  /** Aborted by a cancel or by the timeout; whoever gives it says which. */
  readonly signal: AbortSignal;
};

export type FileTool = (args: JsonObject, context: ToolContext) => ToolResult | Promise<ToolResult>;
