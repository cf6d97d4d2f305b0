import { readFileSync } from 'node:fs';
import { ToolFailure } from '../confinement/tool-failure.ts';
import type { Reach } from './sandbox.ts';

/**
 * Where no bytes can be put in the place of others, the disk has to hold the right ones at the last moment before the
 * start. Somebody who is faster than that gets through: bubblewrap has no such moment.
 */
export function checkPinned({ pinnedFiles }: Pick<Reach, 'pinnedFiles'>): void {
  for (const { path, bytes } of pinnedFiles) {
    if (!bytesAt(path).equals(bytes))
      throw new ToolFailure('policy', `"${path}" is not what was approved to run any more. Ask again.`);
  }
}

function bytesAt(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new ToolFailure('policy', `"${path}" was approved to run and cannot be read any more. Ask again.`, cause);
  }
}
