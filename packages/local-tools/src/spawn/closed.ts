import type { Readable } from 'node:stream';

/** Nothing more comes of a stream. One that breaks is closed too, and what was read before counts. */
export function closed(stream: Readable): Promise<void> {
  stream.on('error', () => {});
  return new Promise((resolve) => stream.once('close', () => resolve()));
}
