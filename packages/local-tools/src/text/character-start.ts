import type { Encoding } from './encoding.ts';

/**
 * The start of the character at a place in the bytes, which is the place itself unless it is in the middle of one.
 * T3: a cut made there splits no character.
 */
export function characterStart(bytes: Uint8Array, at: number, encoding: Encoding): number {
  if (encoding === 'latin1' || at <= 0) return Math.max(at, 0);
  if (encoding === 'utf-8') return utf8Start(bytes, at);
  const even = at - (at % 2);
  return even >= 2 &&
    isLowSurrogate(unitAt(bytes, even, encoding)) &&
    isHighSurrogate(unitAt(bytes, even - 2, encoding))
    ? even - 2
    : even;
}

/** Bytes that continue a character only do so where one begins that is long enough; others stand for themselves. */
function utf8Start(bytes: Uint8Array, at: number): number {
  for (let back = 1; back <= 3 && at - back >= 0; back += 1) {
    if (back === 1 && at < bytes.length && !isContinuation(bytes[at]!)) return at;
    const byte = bytes[at - back]!;
    if (isContinuation(byte)) continue;
    return lengthOf(byte) > back ? at - back : at;
  }
  return at;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function lengthOf(lead: number): number {
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xc2 && lead < 0xe0 ? 2 : 1;
}

function unitAt(bytes: Uint8Array, at: number, encoding: Encoding): number {
  const [low, high] = encoding === 'utf-16le' ? [bytes[at], bytes[at + 1]] : [bytes[at + 1], bytes[at]];
  return (low ?? 0) | ((high ?? 0) << 8);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
