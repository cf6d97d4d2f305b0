import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { systemPath } from '../sandbox/system-folders.ts';

/** Linux's O_PATH: a hold on a pipe that neither reads nor writes. Node has no name for it. */
const O_PATH = 0o10000000;
const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
const madeAtOnce = 16;

/** What a command prints into. */
export type OutputPipe = {
  /** For the command: a descriptor, or word that Node is to make one. */
  readonly end: number | 'pipe';
  /** To be called once the command has its end. `made` is what Node made where it was told to. */
  readonly open: (made: Readable | null) => Readable | null;
};

/**
 * Pipes for what commands print. What Node makes itself are sockets, and a socket cannot be opened again by its name:
 * every script that writes to `/dev/stderr` would fail. Pipes are made by `mkfifo`, held without a name, and used again
 * once nobody can write into them any more. Where there is none, it is Node's sockets after all.
 */
export class OutputPipes {
  #free: number[] = [];

  constructor() {
    this.#make();
  }

  /** `isForOwn`: every process of the command dies with it, so that none can listen in on the next one. */
  take(isForOwn: boolean): OutputPipe {
    if (this.#free.length === 0) this.#make();
    const held = this.#free.pop();
    if (held === undefined) return { end: 'pipe', open: (made) => made };
    const from = openSync(`/proc/self/fd/${held}`, O_RDONLY | O_NONBLOCK);
    const into = openSync(`/proc/self/fd/${held}`, O_WRONLY);
    return {
      end: into,
      open: () => {
        closeSync(into);
        const stream = new Socket({ fd: from, readable: true, writable: false });
        let hasEnded = false;
        stream.once('end', () => (hasEnded = true));
        stream.once('close', () => (hasEnded && isForOwn ? this.#free.push(held) : closeSync(held)));
        return stream;
      },
    };
  }

  #make(): void {
    if (process.platform !== 'linux') return;
    try {
      this.#free.push(...makePipes(mkdtempSync(join(tmpdir(), 'countersign-pipes-'))));
    } catch {
      // A machine without `mkfifo`, or without room for temporary files: sockets.
    }
  }
}

/** Holds on new pipes. Their names are gone when it returns. */
function makePipes(folder: string): number[] {
  const paths = Array.from({ length: madeAtOnce }, (_, index) => join(folder, `${index}`));
  try {
    const { status } = spawnSync('mkfifo', ['-m', '600', ...paths], { env: { PATH: systemPath.join(':') } });
    return status === 0 ? paths.map((path) => openSync(path, O_PATH)) : [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
