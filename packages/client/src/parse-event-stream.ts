import { createParser } from 'eventsource-parser';
import { clientLimits } from './client-limits.ts';

/** One block of the stream: where it is in the log, and the message it carries. Either may be missing. */
export type StreamBlock = {
  readonly id: number | null;
  readonly message: { readonly event: string; readonly data: string } | null;
};

/** Blocks of a stream of server-sent events, one list a chunk. Comments are heartbeats: an empty list. */
export async function* parseEventStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamBlock[]> {
  let blocks: StreamBlock[] = [];
  const parser = createParser({
    maxBufferSize: clientLimits.streamMessageLengthMax,
    // A block may carry an id alone: nothing in it was for this reader, but the place to resume from moves on.
    onId: (text) => blocks.push({ id: placeOf(text), message: null }),
    onEvent: ({ id, event = 'message', data }) => {
      // The parser tells the id of a block just before its message.
      const place = id === undefined ? null : blocks.pop()!.id;
      blocks.push({ id: place, message: { event, data } });
    },
    onError: (error) => {
      // Unknown fields are to be ignored, says the standard; a message without end is not.
      if (error.type === 'max-buffer-size-exceeded') throw error;
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield blocks;
    blocks = [];
  }
}

function placeOf(text: string): number | null {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
}
