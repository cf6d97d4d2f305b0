import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** What a checkpoint found, told to the thread that commits. */
export type CheckpointReport = { readonly pagesInLog: number };

const database = new DatabaseSync(workerData as string);
const checkpoints = {
  passive: database.prepare('pragma wal_checkpoint(passive)'),
  truncate: database.prepare('pragma wal_checkpoint(truncate)'),
};

parentPort!.on('message', (mode: keyof typeof checkpoints) => {
  const { log } = checkpoints[mode].get() as { log: number };
  parentPort!.postMessage({ pagesInLog: log } satisfies CheckpointReport);
});
