import type { Duplex } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { UpstreamFailure } from '../upstream-failure.ts';
import { httpLimits } from './limits.ts';

/** What undoes the encodings of an answer, the last one first. */
export function decodersOf(contentEncoding: string | undefined, firstByte: number): Duplex[] {
  const encodings = (contentEncoding ?? '')
    .split(',')
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  if (encodings.length > httpLimits.encodingsMax)
    throw new UpstreamFailure('bad_response', `The answer is encoded more than ${httpLimits.encodingsMax} times.`);
  return encodings.reverse().map((encoding, index) => decoderOf(encoding, index === 0 ? firstByte : null));
}

function decoderOf(encoding: string, firstByte: number | null): Duplex {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: httpLimits.zstdWindowLogMax } });
    case 'deflate':
      // Some send it without the envelope that the name stands for.
      return firstByte === null || (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
    default:
      throw new UpstreamFailure('bad_response', 'The answer has an encoding that was not asked for.');
  }
}
