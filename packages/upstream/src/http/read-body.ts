import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UpstreamFailure } from '../upstream-failure.ts';
import type { BodyCollector } from './body-collector.ts';
import { decodersOf } from './decode-body.ts';
import { httpLimits } from './limits.ts';
import { headerOf, type ResponseHead } from './response-of.ts';

/** Reads a body to its end into the collector, decompressed and counted on both sides. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  head: ResponseHead,
  collector: BodyCollector,
): Promise<void> {
  const source = body[Symbol.asyncIterator]();
  const first = await nextChunk(source);
  // No bytes have no encoding, whatever a header says: answers to HEAD have one.
  if (first === null) return;
  const sent = { bytes: 0 };
  const decoders = decodersOf(headerOf(head, 'content-encoding'), first[0]!);
  const collect = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of chunks) {
      await collector.add(chunk);
      if (decoders.length > 0) checkRatio(collector.bytes, sent.bytes);
      if (collector.isFull) return;
    }
  };
  const counted = countedFrom(first, source, sent);
  if (decoders.length === 0) await collect(counted);
  else {
    // What goes wrong anywhere in between comes out at the end, where it is heard.
    pipeline([Readable.from(counted, { objectMode: false }), ...decoders]).catch(() => undefined);
    await collect(decoders.at(-1)!);
  }
}

async function nextChunk(source: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
  for (;;) {
    const next = await source.next();
    if (next.done) return null;
    if (next.value.length > 0) return next.value;
  }
}

/** What is read is also bounded before it is decompressed: it might be endless and come to nothing. */
async function* countedFrom(
  first: Uint8Array,
  source: AsyncIterator<Uint8Array>,
  sent: { bytes: number },
): AsyncGenerator<Uint8Array> {
  try {
    for (let chunk: Uint8Array | null = first; chunk !== null; chunk = await nextChunk(source)) {
      sent.bytes += chunk.length;
      if (sent.bytes > httpLimits.spillBytesMax)
        throw new UpstreamFailure('response_too_large', `The answer has more than ${httpLimits.spillBytesMax} bytes.`);
      yield chunk;
    }
  } finally {
    await source.return?.();
  }
}

function checkRatio(bytes: number, sentBytes: number): void {
  if (bytes > httpLimits.inlineBytesMax && bytes > sentBytes * httpLimits.compressionRatioMax)
    throw new UpstreamFailure(
      'response_too_large',
      `The answer becomes more than ${httpLimits.compressionRatioMax} times larger when it is decompressed.`,
    );
}
