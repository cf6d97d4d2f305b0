import type { JsonValue } from '@countersign/contract';
import { refusedValue } from './refused-value.ts';

/** Bytes are given as base64: JSON has no other way for them. */
export function decodeBase64(value: JsonValue): Uint8Array {
  if (typeof value !== 'string' || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
    throw refusedValue('The body, or a file of it, must be given as base64.');
  return Buffer.from(value, 'base64');
}
