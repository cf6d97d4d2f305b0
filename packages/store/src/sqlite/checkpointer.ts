import { Worker } from 'node:worker_threads';
import { storeLimits } from '../limits.ts';
import type { CheckpointReport } from './checkpoint-worker.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * Moves the write-ahead log into the database off the commit path: a thread with a connection of its own copies pages
 * while commits go on. It starts at the first need, so that a short-lived process never pays for it.
 */
export class Checkpointer {
  readonly #path: string;
  readonly #writing: SqliteConnection;
  #worker: Worker | null = null;
  #rowsSince = 0;
  #isAsked = false;
  #idle: NodeJS.Timeout | null = null;

  constructor(path: string, writing: SqliteConnection) {
    this.#path = path;
    this.#writing = writing;
  }

  committed(rows: number): void {
    this.#rowsSince += rows;
    if (this.#rowsSince >= storeLimits.checkpointRows) this.#ask('passive');
    if (this.#idle) this.#idle.refresh();
    else {
      this.#idle = setTimeout(() => this.#ask('truncate'), storeLimits.checkpointIdleMs);
      this.#idle.unref();
    }
  }

  async close(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #ask(mode: 'passive' | 'truncate'): void {
    if (this.#isAsked || this.#rowsSince === 0) return;
    this.#isAsked = true;
    this.#rowsSince = 0;
    this.#worker ??= this.#start();
    this.#worker.postMessage(mode);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: this.#path });
    worker.unref();
    worker.on('message', (report: CheckpointReport) => {
      this.#isAsked = false;
      // Commits that never pause keep the log from starting afresh. Nearly all is copied now: the rest is quick.
      if (report.pagesInLog > storeLimits.walPagesMax) this.#writing.exec('pragma wal_checkpoint(passive)');
    });
    worker.on('error', () => {
      // Without the thread SQLite does it by itself again, on the commit path.
      this.#worker = null;
      this.#writing.exec(`pragma wal_autocheckpoint = ${storeLimits.autocheckpointPages}`);
    });
    return worker;
  }
}
