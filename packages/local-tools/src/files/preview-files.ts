import { isUtf8 } from 'node:buffer';
import { closeSync } from 'node:fs';
import type { PreviewFile } from '@countersign/contract';
import type { ConfinedFiles } from '../confinement/confined-files.ts';
import { ToolFailure } from '../confinement/tool-failure.ts';
import type { ToolLimits } from '../limits.ts';
import { sha256 } from './hash.ts';
import { readWhole } from './read-bytes.ts';

/** The named files as they are. What is outside, or is no file, is left out: there is nothing to be shown of it. */
export function previewFiles(
  paths: readonly string[],
  files: ConfinedFiles,
  limits: ToolLimits,
  textLengthMax: number,
): PreviewFile[] {
  return paths.flatMap((path): PreviewFile[] => {
    try {
      const file = files.openFileIfThere(path);
      if (file === null) return [{ path, sha256: null, size: 0, text: null }];
      try {
        const bytes = readWhole(file, limits.fileBytesMax);
        return [{ path, sha256: sha256(bytes), size: bytes.length, text: textOf(bytes, textLengthMax) }];
      } finally {
        closeSync(file.fd);
      }
    } catch (error) {
      if (error instanceof ToolFailure) return [];
      throw error;
    }
  });
}

function textOf(bytes: Buffer, lengthMax: number): string | null {
  // A character has three bytes a unit at the most.
  if (bytes.length > lengthMax * 3 || bytes.includes(0) || !isUtf8(bytes)) return null;
  const text = bytes.toString('utf8');
  return text.length <= lengthMax ? text : null;
}
