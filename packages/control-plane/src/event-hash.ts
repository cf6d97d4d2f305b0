import { hash } from 'node:crypto';
import { canonicalJson } from '@countersign/contract';
import type { NewEvent } from './ports/records.ts';

/** What a chain begins with. */
export const genesisHash = '';

/**
 * S3: the hash of an event takes in the hash before it in the same chain and everything the event says, its place in
 * the log included. Whoever changes, moves or removes one has to change every later one.
 */
export function eventHash(previousHash: string, event: NewEvent & { readonly seq: number }): string {
  const { seq, chainId, projectId, type, subjectId, parentId, actor, at, data } = event;
  // The canonical JSON of the whole list: for strings and numbers alone JSON.stringify writes the same bytes, faster.
  const head = JSON.stringify([previousHash, seq, chainId, projectId, type, subjectId, parentId, actor, at]);
  return hash('sha256', `${head.slice(0, -1)},${canonicalJson(data)}]`, 'base64url');
}
