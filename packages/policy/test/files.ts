import type { PreviewFile } from '@countersign/contract';

/** A file as a runner tells of it; null for none. */
export function fileOf(text: string | null, path = 'a'): PreviewFile {
  return text === null
    ? { path, sha256: null, size: 0, text: null }
    : { path, sha256: 'ab'.repeat(32), size: text.length, text };
}
