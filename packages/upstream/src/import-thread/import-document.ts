import { Worker } from 'node:worker_threads';
import type { SourceSettings } from '@countersign/contract';
import { importHttpTools } from '../http-tools/import-http-tools.ts';
import { ImportRefused } from '../inventory/import-refused.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { importOpenApi } from '../openapi/import-open-api.ts';
import type { FetchDocument } from '../openapi/remote-documents.ts';
import type { FromThread, ImportJob, ToThread } from './import-message.ts';

/** How long one import may take, and how much memory; a text so short is read faster than a thread is started. */
const importThreadLimits = { timeoutMs: 120_000, memoryMb: 2_048, stackMb: 16, shortLengthMax: 32 * 1024 } as const;

type Options = {
  /** For documents that others refer to; used where the source allows it. */
  readonly fetchDocument?: FetchDocument | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  readonly memoryMb?: number;
};

/**
 * U1: an OpenAPI document or a file of tools, read in a thread of its own: however large or twisted it is, others are
 * served meanwhile, and it ends in time and within its memory or is refused.
 */
export async function importDocument(
  text: string,
  settings: SourceSettings,
  options: Options = {},
): Promise<Inventory> {
  const {
    fetchDocument,
    signal,
    timeoutMs = importThreadLimits.timeoutMs,
    memoryMb = importThreadLimits.memoryMb,
  } = options;
  signal?.throwIfAborted();
  if (text.length <= importThreadLimits.shortLengthMax) {
    return settings.kind === 'http'
      ? importHttpTools(text, settings)
      : await importOpenApi(text, settings, fetchDocument);
  }
  const worker = new Worker(new URL('./import-thread-main.ts', import.meta.url), {
    workerData: { text, settings } satisfies ImportJob,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: importThreadLimits.stackMb },
    env: {},
  });
  const ended = Promise.withResolvers<Inventory>();
  const refuse = (problem: string, cause?: unknown): void => ended.reject(new ImportRefused([problem], cause));
  const giveUp = (): void => ended.reject(signal?.reason);
  const timer = setTimeout(
    () => refuse(`The document took longer than ${timeoutMs / 1000} s to read: split it.`),
    timeoutMs,
  );
  signal?.addEventListener('abort', giveUp, { once: true });
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'done') ended.resolve(message.inventory);
    else if (message.kind === 'refused') ended.reject(new ImportRefused(message.problems));
    else void answerWish(worker, message.id, message.url, fetchDocument);
  });
  worker.once('error', (error) => refuse(reasonOf(error, memoryMb), error));
  worker.once('exit', () => refuse('The document could not be read: the thread that read it ended.'));
  try {
    return await ended.promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
    await worker.terminate();
  }
}

async function answerWish(
  worker: Worker,
  id: number,
  url: string,
  fetchDocument: FetchDocument | undefined,
): Promise<void> {
  let answer: ToThread;
  try {
    if (fetchDocument === undefined) throw new Error('nothing is fetched here');
    answer = { id, text: await fetchDocument(url) };
  } catch (error) {
    answer = { id, failure: (error as Error).message };
  }
  worker.postMessage(answer);
}

function reasonOf(error: unknown, memoryMb: number): string {
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return `The document needs more than ${memoryMb} MB of memory to read: split it.`;
  }
  return `The document could not be read: ${(error as Error).message}`;
}
