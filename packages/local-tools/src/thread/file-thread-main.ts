import { closeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { ConfinedFiles } from '../confinement/confined-files.ts';
import { failureOf, ToolFailure } from '../confinement/tool-failure.ts';
import { pinFiles, requireExpectedFiles } from '../files/expected-files.ts';
import { changingTools, fileTools } from '../files/file-tools.ts';
import { previewFiles } from '../files/preview-files.ts';
import { UndoStore } from '../undo/undo-store.ts';
import type { FileAnswers, FileRequest, FromThread, ThreadStart, ToThread } from './file-request.ts';

const { roots, closedFolders, limits, undo: undoAt, previewTextLengthMax } = workerData as ThreadStart;
let opened: { readonly files: ConfinedFiles; readonly undo: UndoStore | null } | null = null;
const running = new Map<number, AbortController>();

parentPort!.on('message', (message: ToThread) => {
  if ('stop' in message) running.get(message.id)?.abort(message.stop);
  else void serve(message.id, message.request);
});

/** Never rejects: what went wrong is told. */
async function serve(id: number, request: FileRequest): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    tell({ id, answer: await answer(request, controller.signal) });
  } catch (error) {
    const { failureClass, message } = failureOf(error, 'what was asked for');
    tell({ id, failure: { failureClass, message } });
  } finally {
    running.delete(id);
  }
}

/** Opened by the first request, so that what is wrong with a root is told to whoever asks. */
function open(): NonNullable<typeof opened> {
  opened ??= {
    files: ConfinedFiles.open(roots, undefined, closedFolders),
    undo: undoAt && UndoStore.open(undoAt.folder, { limits: undoAt.limits }),
  };
  return opened;
}

async function answer(request: FileRequest, signal: AbortSignal): Promise<FileAnswers[keyof FileAnswers]> {
  const { files, undo } = open();
  if (request.kind === 'preview') return previewFiles(request.paths, files, limits, previewTextLengthMax);
  if (request.kind === 'pin')
    return pinFiles({ files, limits, expectedFiles: request.expectedFiles }, request.runsFiles);
  if (request.kind === 'folder') return folderAt(files, request.path);
  const { toolName, args, callId, expectedFiles } = request;
  const tool = fileTools.get(toolName);
  if (tool === undefined) throw new ToolFailure('validation', `There is no tool "${toolName}".`);
  const context = { files, limits, undo, callId, expectedFiles, signal };
  if (!changingTools.has(toolName)) requireExpectedFiles(context, null);
  return await tool(args, context);
}

function folderAt(files: ConfinedFiles, path: string): string {
  const { fd, realPath } = files.openFolder(path);
  closeSync(fd);
  return realPath;
}

function tell(message: FromThread): void {
  parentPort!.postMessage(message);
}
