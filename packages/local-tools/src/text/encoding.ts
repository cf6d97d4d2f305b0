import { isUtf8 } from 'node:buffer';
import { ToolFailure } from '../confinement/tool-failure.ts';
import { characterStart } from './character-start.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';

/** How the text of a file is written: in which encoding, and after how many bytes of a byte order mark. */
export type Writing = { readonly encoding: Encoding; readonly markBytes: number };

const marks: readonly { readonly encoding: Encoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/**
 * G2: how the beginning of a file is written; null where it is no text. A mark is believed. What is UTF-8 without NUL is
 * text; anything else is taken for Latin-1 only where it has no control characters at all but blanks and line ends.
 */
export function writingOf(sample: Uint8Array, isWhole: boolean): Writing | null {
  for (const { encoding, bytes } of marks)
    if (bytes.every((byte, index) => sample[index] === byte)) return { encoding, markBytes: bytes.length };
  if (sample.includes(0)) return null;
  const end = isWhole ? sample.length : characterStart(sample, sample.length, 'utf-8');
  if (isUtf8(sample.subarray(0, end))) return { encoding: 'utf-8', markBytes: 0 };
  return sample.some(isControl) ? null : { encoding: 'latin1', markBytes: 0 };
}

/** Bytes that are no characters become U+FFFD. */
export function decode(bytes: Uint8Array, encoding: Encoding): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (encoding === 'utf-8') return buffer.toString('utf8');
  if (encoding === 'latin1') return buffer.toString('latin1');
  const little = encoding === 'utf-16le' ? buffer : swapped(buffer);
  return little.toString('utf16le').toWellFormed() + (bytes.length % 2 === 1 ? '\ufffd' : '');
}

/** The bytes by which a file of that encoding writes a text. */
export function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return swapped(Buffer.from(text, 'utf16le'));
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (/[^\0-\xff]/.test(text))
    throw new ToolFailure(
      'validation',
      'The file is written in Latin-1, which lacks some of the characters to be put into it. Use others, or write the whole file anew.',
    );
  return Buffer.from(text, 'latin1');
}

function swapped(buffer: Buffer): Buffer {
  return Buffer.from(buffer.subarray(0, buffer.length - (buffer.length % 2))).swap16();
}

function isControl(byte: number): boolean {
  const isBlank = byte >= 0x09 && byte <= 0x0d && byte !== 0x0b;
  return (byte < 0x20 && !isBlank) || (byte >= 0x7f && byte < 0xa0);
}
