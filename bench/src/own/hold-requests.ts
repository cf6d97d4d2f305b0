import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type HeldRequests = { close(): Promise<void> };

export type HoldRequestsOptions = {
  readonly address: string;
  readonly projectId: string;
  /** Of an agent. */
  readonly secret: string;
  readonly count: number;
};

const CHILD = fileURLToPath(new URL('./hold-requests-process.ts', import.meta.url));

/** Opens requests that wait for an approval from a process of its own; resolves when all of them are sent. */
export function holdRequests(options: HoldRequestsOptions): Promise<HeldRequests> {
  const { address, projectId, secret, count } = options;
  const child = fork(CHILD, [address, projectId, secret, `${count}`], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    child.once('message', () =>
      resolve({
        async close() {
          if (child.connected) child.disconnect();
          await exited;
        },
      }),
    );
    child.once('error', reject);
    void exited.then(() => reject(new Error('the requests could not be made')));
  });
}
