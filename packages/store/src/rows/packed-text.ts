import { isUuid } from '@countersign/contract';

/**
 * Text that is really a number of bytes, kept as those: a UUID takes 16 instead of 36. Text of another form, such as
 * `system` where an id is expected, is kept as it is, behind a byte that no UTF-8 has.
 */

export function packId(id: string): Buffer {
  if (id !== last?.id) last = { id, packed: isUuid(id) ? packUuid(id) : packPlain(id, idBytes) };
  return last.packed;
}

/** The rows of one change are mostly about the same call. */
let last: { readonly id: string; readonly packed: Buffer } | null = null;

function packUuid(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

export function unpackId(packed: Uint8Array): string {
  const bytes = bufferOf(packed);
  if (bytes.length !== idBytes) return unpackPlain(bytes);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function packIdOrNull(id: string | null | undefined): Buffer | null {
  return id === null || id === undefined ? null : packId(id);
}

export function unpackIdOrNull(packed: Uint8Array | null): string | null {
  return packed === null ? null : unpackId(packed);
}

/** SHA-256 in hex. */
export function packDigest(digest: string): Buffer {
  return isDigest.test(digest) ? Buffer.from(digest, 'hex') : packPlain(digest, hashBytes);
}

export function unpackDigest(packed: Uint8Array): string {
  const bytes = bufferOf(packed);
  return bytes.length === hashBytes ? bytes.toString('hex') : unpackPlain(bytes);
}

/** SHA-256 in base64url, as the chains of events have it. */
export function packHash(hash: string): Buffer {
  return Buffer.from(hash, 'base64url');
}

export function unpackHash(packed: Uint8Array): string {
  return bufferOf(packed).toString('base64url');
}

/** Random bytes in base64url. */
export function packNonce(nonce: string): Buffer {
  const bytes = Buffer.from(nonce, 'base64url');
  return bytes.length === nonceBytes && unpackHash(bytes) === nonce ? bytes : packPlain(nonce, nonceBytes);
}

export function unpackNonce(packed: Uint8Array): string {
  return packed.length === nonceBytes ? unpackHash(packed) : unpackPlain(bufferOf(packed));
}

const idBytes = 16;
const hashBytes = 32;
const nonceBytes = 16;
const isDigest = /^[0-9a-f]{64}$/;
const mark = 0xff;

/** Marked once, or twice where it would have the length of the packed form. */
function packPlain(text: string, packedLength: number): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const marks = bytes.length + 1 === packedLength ? [mark, mark] : [mark];
  return Buffer.concat([Buffer.from(marks), bytes]);
}

function unpackPlain(bytes: Buffer): string {
  let from = 0;
  while (bytes[from] === mark) from += 1;
  return bytes.toString('utf8', from);
}

/** SQLite gives plain arrays of bytes. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
