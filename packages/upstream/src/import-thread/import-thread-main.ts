import { parentPort, workerData } from 'node:worker_threads';
import { importHttpTools } from '../http-tools/import-http-tools.ts';
import { ImportRefused } from '../inventory/import-refused.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { importOpenApi } from '../openapi/import-open-api.ts';
import type { FromThread, ImportJob, ToThread } from './import-message.ts';

/** One import, then the thread is over. */
const port = parentPort!;
const { text, settings } = workerData as ImportJob;
const waiting = new Map<number, PromiseWithResolvers<string>>();
let lastId = 0;

port.on('message', ({ id, text: document, failure }: ToThread) => {
  const wish = waiting.get(id);
  waiting.delete(id);
  if (document === undefined) wish?.reject(new Error(failure));
  else wish?.resolve(document);
});

function fetchDocument(url: string): Promise<string> {
  const wish = Promise.withResolvers<string>();
  lastId += 1;
  const id = lastId;
  waiting.set(id, wish);
  tell({ kind: 'fetch', id, url });
  return wish.promise;
}

async function run(): Promise<Inventory> {
  return settings.kind === 'http'
    ? importHttpTools(text, settings)
    : await importOpenApi(text, settings, fetchDocument);
}

function tell(message: FromThread): void {
  port.postMessage(message);
}

try {
  tell({ kind: 'done', inventory: await run() });
} catch (error) {
  if (!(error instanceof ImportRefused)) throw error;
  tell({ kind: 'refused', problems: error.problems });
} finally {
  port.close();
}
