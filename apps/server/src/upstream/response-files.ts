import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, type ReadStream, readdirSync, rmSync, statSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileId, isUuid, newId } from '@countersign/contract';
import type { Clock, Store } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import type { ResponseFile, Spill, SpillTarget } from '@countersign/upstream';
import { upstreamLimits } from './limits.ts';

/** Large answers of services: a file in the data folder for the bytes, a row for whose they are. */
export class ResponseFiles implements SpillTarget {
  readonly #folder: string;
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(dataDir: string, store: Store, clock: Clock) {
    this.#folder = join(dataDir, 'files');
    this.#store = store;
    this.#clock = clock;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#removeLeftOvers();
  }

  /** Nothing is there for anybody until it is finished, and kept for a call. */
  async open(): Promise<Spill> {
    const id = newId<FileId>(this.#clock.now());
    const unfinished = join(this.#folder, `${id}.part`);
    const file = await open(unfinished, 'wx', 0o600);
    const digest = createHash('sha256');
    let bytes = 0;
    return {
      async write(chunk) {
        digest.update(chunk);
        bytes += chunk.length;
        await file.write(chunk);
      },
      finish: async () => {
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

  /** What a process was writing when it ended. Another one of the same folder may be writing too: only what is old goes. */
  #removeLeftOvers(): void {
    for (const name of readdirSync(this.#folder)) {
      const path = join(this.#folder, name);
      if (!name.endsWith('.part')) continue;
      const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY };
      if (Date.now() - mtimeMs > upstreamLimits.unfinishedFileMsMax) rmSync(path, { force: true });
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
