import type { ChildProcess } from 'node:child_process';

/** How many lines a program prints until it ends. */
export function countLines(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let lines = 0;
    child.stdout!.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 10) lines++;
    });
    child.once('error', reject);
    child.once('close', () => resolve(lines));
  });
}
