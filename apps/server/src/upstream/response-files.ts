import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, type ReadStream, readdirSync, rmSync, statSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileId, isUuid, newId } from '@countersign/contract';
import type { Clock, ControlPlane, Redactor, Store } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import type { ResponseFile, Spill, SpillTarget } from '@countersign/upstream';
import { upstreamLimits } from './limits.ts';
import { MaskedBytes } from './masked-bytes.ts';

/** Large answers of services, secrets masked: a file in the data folder for the bytes, a row for whose they are. */
export class ResponseFiles implements SpillTarget {
  readonly #folder: string;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #redactor: Pick<Redactor, 'stream'>;

  constructor(dataDir: string, { store, clock, redactor }: Pick<ControlPlane, 'store' | 'clock' | 'redactor'>) {
    this.#folder = join(dataDir, 'files');
    this.#store = store;
    this.#clock = clock;
    this.#redactor = redactor;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#removeLeftOvers();
  }

  /** Nothing is there for anybody until it is finished, and kept for a call. */
  async open(): Promise<Spill> {
    const id = newId<FileId>(this.#clock.now());
    const unfinished = join(this.#folder, `${id}.part`);
    const file = await open(unfinished, 'wx', 0o600);
    const digest = createHash('sha256');
    const masked = new MaskedBytes(this.#redactor);
    let bytes = 0;
    const keep = async (piece: Uint8Array): Promise<void> => {
      digest.update(piece);
      bytes += piece.length;
      await file.write(piece);
    };
    return {
      async write(chunk) {
        for await (const piece of masked.write(chunk)) await keep(piece);
      },
      finish: async () => {
        await keep(masked.end());
        await file.sync();
        await file.close();
        await rename(unfinished, join(this.#folder, id));
        return { file_id: id, bytes, sha256: digest.digest('hex') };
      },
      async abandon() {
        await file.close().catch(() => undefined);
        await rm(unfinished, { force: true });
      },
    };
  }

  /** From now on those who may see the call may have the file. */
  async keep({ id: callId, request }: ToolCall, file: ResponseFile): Promise<void> {
    const record = {
      id: file.file_id as FileId,
      projectId: request.projectId,
      callId,
      bytes: file.bytes,
      sha256: file.sha256,
      contentType: file.content_type ?? 'application/octet-stream',
      createdAt: this.#clock.now(),
    };
    await this.#store.commit({ guard: { kind: 'none' }, following: [{ kind: 'file', record }], events: [] });
  }

  /** What nobody has asked for in a long time, and what a process was writing when it ended: another may be writing too, so only what is old goes. */
  #removeLeftOvers(): void {
    for (const name of readdirSync(this.#folder)) {
      const path = join(this.#folder, name);
      const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY };
      const { unfinishedFileMsMax, keptFileMsMax } = upstreamLimits;
      const msMax = name.endsWith('.part') ? unfinishedFileMsMax : keptFileMsMax;
      if (Date.now() - mtimeMs > msMax) rmSync(path, { force: true });
    }
  }

  /** Null where it is not on this machine. */
  async read(id: FileId): Promise<ReadStream | null> {
    if (!isUuid(id)) return null;
    const path = join(this.#folder, id);
    const isThere = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    );
    return isThere ? createReadStream(path) : null;
  }
}
