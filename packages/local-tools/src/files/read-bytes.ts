import { readSync } from 'node:fs';
import type { Opened } from '../confinement/confined-files.ts';
import { ToolFailure } from '../confinement/tool-failure.ts';

/** As many bytes of an open file as are asked for and are there. */
export function readBytes(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let got = 0;
  while (got < length) {
    const more = readSync(fd, bytes, got, length - got, from + got);
    if (more === 0) break;
    got += more;
  }
  return bytes.subarray(0, got);
}

/** All of an open file, unless it is too large, also where it grows meanwhile. */
export function readWhole({ fd, stats, path }: Opened, bytesMax: number): Buffer {
  requireSize(stats.size, bytesMax, path);
  const bytes = readBytes(fd, 0, Math.min(stats.size, bytesMax) + 1);
  requireSize(bytes.length > stats.size ? bytesMax + 1 : bytes.length, bytesMax, path);
  return bytes;
}

export function requireSize(size: number, bytesMax: number, path: string): void {
  if (size <= bytesMax) return;
  const megabytes = (bytes: number): string => `${Math.ceil((bytes / 1024 / 1024) * 10) / 10} MB`;
  throw new ToolFailure('validation', `"${path}" has ${megabytes(size)}; ${megabytes(bytesMax)} are the most.`);
}
