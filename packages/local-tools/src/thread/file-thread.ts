import { Worker } from 'node:worker_threads';
import { ToolCancelled, ToolFailure } from '../confinement/tool-failure.ts';
import type { FileAnswers, FileRequest, FromThread, ThreadStart, ToThread } from './file-request.ts';

type Pending = {
  readonly worker: Worker;
  readonly resolve: (answer: FileAnswers[keyof FileAnswers]) => void;
  readonly reject: (failure: ToolFailure) => void;
};

/**
 * The thread in which files are read, written and walked through, so that neither a slow disk nor a large folder holds
 * up whoever asks. It is started by the first request, and again if it ever ends.
 */
export class FileThread {
  readonly #start: ThreadStart;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor(start: ThreadStart) {
    this.#start = start;
  }

  /** Cancelled or late, whatever does not change anything stops soon; a change that has begun is finished and told. */
  async ask<Kind extends FileRequest['kind']>(
    request: Extract<FileRequest, { kind: Kind }>,
    signal: AbortSignal | null = null,
  ): Promise<FileAnswers[Kind]> {
    if (signal?.aborted) throw new ToolCancelled();
    this.#lastId += 1;
    const id = this.#lastId;
    const worker = this.#open();
    let stoppedBy: 'cancel' | 'timeout' | null = null;
    const stop = (reason: 'cancel' | 'timeout'): void => {
      stoppedBy ??= reason;
      worker.postMessage({ id, stop: reason } satisfies ToThread);
    };
    const onAbort = (): void => stop('cancel');
    const timer = setTimeout(() => stop('timeout'), this.#start.limits.fileToolTimeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const answer = new Promise<FileAnswers[keyof FileAnswers]>((resolve, reject) => {
        this.#pending.set(id, { worker, resolve, reject });
      });
      worker.ref();
      worker.postMessage({ id, request } satisfies ToThread);
      return (await answer) as FileAnswers[Kind];
    } catch (error) {
      if (stoppedBy === 'cancel') throw new ToolCancelled();
      if (stoppedBy === 'timeout')
        throw new ToolFailure(
          'timeout',
          `It took longer than ${this.#start.limits.fileToolTimeoutMs / 1000} s. Ask for less at a time.`,
        );
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      this.#pending.delete(id);
      if (this.#pending.size === 0) worker.unref();
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #open(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL('./file-thread-main.ts', import.meta.url), { workerData: this.#start });
    worker.unref();
    worker.on('message', (message: FromThread) => {
      const pending = this.#pending.get(message.id);
      if ('answer' in message) pending?.resolve(message.answer);
      else pending?.reject(new ToolFailure(message.failure.failureClass, message.failure.message));
    });
    const end = (error?: unknown): void => this.#ended(worker, error);
    worker.on('error', end);
    worker.on('exit', () => end());
    this.#worker = worker;
    return worker;
  }

  /** What was asked of a thread that ended may have been done or not. */
  #ended(worker: Worker, cause: unknown): void {
    if (this.#worker === worker) this.#worker = null;
    for (const [id, { worker: asked, reject }] of this.#pending) {
      if (asked !== worker) continue;
      reject(new ToolFailure('unknown', 'The file tools ended unexpectedly: it may or may not have been done.', cause));
      this.#pending.delete(id);
    }
  }
}
