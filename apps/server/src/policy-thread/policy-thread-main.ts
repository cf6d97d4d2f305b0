import { parentPort, workerData } from 'node:worker_threads';
import { doPolicyJob, type PolicyJob } from './policy-job.ts';

/** One job, then the thread is over. */
parentPort!.postMessage(doPolicyJob(workerData as PolicyJob));
