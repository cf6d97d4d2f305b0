import type { ExpectedFile, JsonObject, PreviewFile, ToolResult } from '@countersign/contract';
import type { RootPlace } from '../confinement/confined-files.ts';
import type { FailureClass } from '../confinement/tool-failure.ts';
import type { PinnedFile } from '../files/expected-files.ts';
import type { ToolLimits } from '../limits.ts';
import type { UndoLimits } from '../undo/undo-limits.ts';

/** What the thread of the file tools is started with. */
export type ThreadStart = {
  readonly roots: readonly RootPlace[];
  readonly closedFolders: readonly string[];
  readonly limits: ToolLimits;
  readonly undo: { readonly folder: string; readonly limits: UndoLimits } | null;
  readonly previewTextLengthMax: number;
};

/** What it can be asked for. */
export type FileRequest =
  | {
      readonly kind: 'execute';
      readonly toolName: string;
      readonly args: JsonObject;
      readonly callId: string;
      readonly expectedFiles: readonly ExpectedFile[];
    }
  | { readonly kind: 'pin'; readonly expectedFiles: readonly ExpectedFile[]; readonly runsFiles: readonly string[] }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'preview'; readonly paths: readonly string[] };

/** What each of them is answered with. */
export type FileAnswers = { execute: ToolResult; pin: PinnedFile[]; folder: string; preview: PreviewFile[] };

export type ToThread =
  | { readonly id: number; readonly request: FileRequest }
  | { readonly id: number; readonly stop: 'cancel' | 'timeout' };

export type FromThread =
  | { readonly id: number; readonly answer: FileAnswers[keyof FileAnswers] }
  | { readonly id: number; readonly failure: { readonly failureClass: FailureClass; readonly message: string } };
