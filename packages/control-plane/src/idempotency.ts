import { hash } from 'node:crypto';
import { CountersignError } from '@countersign/contract';
import type { IdempotencyRecord } from './ports/records.ts';
import type { Store } from './ports/store.ts';

/** Kept as a hash: a caller may have put anything into it. */
export function hashedKey(key: string): string {
  return hash('sha256', key, 'base64url');
}

/** L8: what the first request with this key made, if there was one. The key cannot be used for another request. */
export async function findKeyed(
  store: Pick<Store, 'findIdempotencyKey'>,
  { principalId, key, requestHash }: Pick<IdempotencyRecord, 'principalId' | 'key' | 'requestHash'>,
): Promise<IdempotencyRecord | null> {
  const record = await store.findIdempotencyKey(principalId, key);
  if (record === null || record.requestHash === requestHash) return record;
  throw new CountersignError(
    'idempotency_mismatch',
    'This Idempotency-Key came with a different request before. Use a new key.',
  );
}

/** The same request was faster, and what it made cannot be seen yet. */
export function beingRecorded(): CountersignError {
  return new CountersignError('conflict', 'The same request is just being recorded. Try again.');
}
