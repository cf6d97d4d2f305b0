import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfinedFiles } from '../confinement/confined-files.ts';
import { ToolFailure } from '../confinement/tool-failure.ts';
import { sha256 } from '../files/hash.ts';
import { readWhole } from '../files/read-bytes.ts';
import { toolLimits } from '../limits.ts';
import { type UndoLimits, undoLimits } from './undo-limits.ts';

/** What a call is about to do to a file. */
export type ChangeToKeep = {
  readonly callId: string;
  /** Of the root and of the file in it: absolute, links are followed. */
  readonly rootPath: string;
  readonly realPath: string;
  readonly before: Uint8Array | null;
  readonly mode: number | null;
  readonly after: Uint8Array;
};

type UndoRecord = {
  readonly call_id: string;
  readonly root: string;
  readonly path: string;
  readonly mode: number | null;
  readonly sha256_before: string | null;
  readonly sha256_after: string;
  readonly kept_at: string;
};

/** What was put back; the hash is null where the file was taken away because there had been none. */
export type Undone = { readonly callId: string; readonly path: string; readonly sha256: string | null };

type Kept = { readonly callId: string; readonly at: number; readonly bytes: number };

const recordEnd = '.json';
const contentEnd = '.before';

/**
 * Keeps what a file was before a call changed it, for a while, in a folder that is only its user's. Several processes
 * may use one folder: every call has files of its own.
 */
export class UndoStore {
  readonly folder: string;
  readonly limits: UndoLimits;
  readonly #now: () => number;
  #kept: Kept[] | null = null;

  private constructor(folder: string, limits: UndoLimits, now: () => number) {
    this.folder = folder;
    this.limits = limits;
    this.#now = now;
  }

  static open(
    folder: string,
    { limits = {}, now = Date.now }: { limits?: Partial<UndoLimits>; now?: () => number } = {},
  ): UndoStore {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    return new UndoStore(folder, { ...undoLimits, ...limits }, now);
  }

  /** Says whether it was kept: a file that is too large is not, and a full disk does not stop the call. */
  keep({ callId, rootPath, realPath, before, mode, after }: ChangeToKeep): boolean {
    if ((before?.byteLength ?? 0) > this.limits.fileBytesMax) return false;
    const record: UndoRecord = {
      call_id: callId,
      root: rootPath,
      path: realPath,
      mode,
      sha256_before: before === null ? null : sha256(before),
      sha256_after: sha256(after),
      kept_at: new Date(this.#now()).toISOString(),
    };
    try {
      const kept = this.#list();
      if (before !== null) writeFileSync(this.#file(callId, contentEnd), before, { mode: 0o600 });
      this.#writeRecord(callId, record);
      kept.push({ callId, at: this.#now(), bytes: before?.byteLength ?? 0 });
      this.#prune(kept);
      return true;
    } catch (error) {
      if (error instanceof ToolFailure) throw error;
      return false;
    }
  }

  /** Ids of the calls that can be undone, the oldest first. */
  calls(): string[] {
    return this.#list().map(({ callId }) => callId);
  }

  /** Puts back what was there before the call, if the file is still just what the call left. */
  undo(callId: string): Undone {
    const record = this.#read(callId);
    const files = openRootOf(record);
    try {
      const content = record.sha256_before === null ? null : this.#content(callId, record.sha256_before);
      files.replaceFile(
        record.path,
        (now, { realPath }) => {
          const hash = now === null ? null : sha256(readWhole(now, toolLimits.fileBytesMax));
          if (hash !== record.sha256_after || realPath !== record.path)
            throw new ToolFailure('policy', `"${record.path}" was changed after the call. Nothing was put back.`);
          return content;
        },
        record.mode === null ? {} : { mode: record.mode },
      );
    } finally {
      files.close();
    }
    this.#remove(callId);
    return { callId, path: record.path, sha256: record.sha256_before };
  }

  /** A record is there whole or not at all. */
  #writeRecord(callId: string, record: UndoRecord): void {
    const draft = this.#file(callId, '.draft');
    writeFileSync(draft, JSON.stringify(record), { mode: 0o600 });
    renameSync(draft, this.#file(callId, recordEnd));
  }

  #read(callId: string): UndoRecord {
    try {
      return JSON.parse(readFileSync(this.#file(callId, recordEnd), 'utf8')) as UndoRecord;
    } catch (error) {
      if (error instanceof ToolFailure) throw error;
      throw new ToolFailure(
        'tool_exec',
        `Nothing is kept of the call ${callId}: it changed no file here, was undone already, or was too long ago.`,
        error,
      );
    }
  }

  #content(callId: string, hash: string): Buffer {
    const content = readFileSync(this.#file(callId, contentEnd));
    if (sha256(content) === hash) return content;
    throw new ToolFailure('tool_exec', `What was kept of the call ${callId} is damaged. Nothing was put back.`);
  }

  #list(): Kept[] {
    this.#kept ??= readdirSync(this.folder)
      .filter((name) => name.endsWith(recordEnd))
      .map((name) => name.slice(0, -recordEnd.length))
      .map((callId) => ({
        callId,
        at: statSync(this.#file(callId, recordEnd)).mtimeMs,
        bytes: statSync(this.#file(callId, contentEnd), { throwIfNoEntry: false })?.size ?? 0,
      }))
      .sort((one, other) => one.at - other.at);
    return this.#kept;
  }

  #prune(kept: Kept[]): void {
    let bytes = kept.reduce((sum, each) => sum + each.bytes, 0);
    const oldest = this.#now() - this.limits.keptMsMax;
    while (kept.length > 0 && (bytes > this.limits.keptBytesMax || kept[0]!.at < oldest)) {
      const { callId, bytes: fewer } = kept.shift()!;
      this.#remove(callId);
      bytes -= fewer;
    }
  }

  #remove(callId: string): void {
    rmSync(this.#file(callId, recordEnd), { force: true });
    rmSync(this.#file(callId, contentEnd), { force: true });
  }

  /** Ids become names of files: only those that cannot mean anything else. */
  #file(callId: string, end: string): string {
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(callId))
      throw new ToolFailure('validation', 'The id of a call has only letters, digits, "-" and "_".');
    return join(this.folder, callId + end);
  }
}

function openRootOf({ root }: UndoRecord): ConfinedFiles {
  try {
    return ConfinedFiles.open([{ path: root, names: [root] }]);
  } catch (error) {
    throw new ToolFailure('tool_exec', `The folder "${root}" is not there any more. Nothing was put back.`, error);
  }
}
