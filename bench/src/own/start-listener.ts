import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Listener = { readonly url: string; stop(): Promise<void> };

/** Starts a program that listens on a port of its own and tells which. */
export async function startListener(program: 'echo-service' | 'relay', argument: string): Promise<Listener> {
  const child = fork(fileURLToPath(new URL(`./${program}-process.ts`, import.meta.url)), [argument], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('error', reject);
    void exited.then(() => reject(new Error(`${program} ended before it listened`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
