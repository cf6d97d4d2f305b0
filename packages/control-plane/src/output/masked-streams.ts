import type { OutputChunk, ToolCallId } from '@countersign/contract';
import type { Redactor } from '../ports/redactor.ts';

type Name = OutputChunk['stream'];
type Masking = ReturnType<Redactor['stream']>;
type Stream = {
  readonly masking: Masking;
  received: number;
  /** The first half of a character whose second half is yet to come. */
  half: string;
};

/** What can be told now of a stream, and how far its executor is. */
export type Told = { readonly stream: Name; readonly text: string; readonly received: number };

/** Calls whose streams are remembered; the one that began first is forgotten for the next. */
const callsMax = 1_000;

/**
 * G8, T7: what calls print, masked over the seams of the pieces it comes in. Text that may be the beginning of a secret
 * is held back, in memory alone, until it goes on or the call ends.
 */
export class MaskedStreams {
  readonly #redactor: Pick<Redactor, 'stream'>;
  readonly #calls = new Map<ToolCallId, Map<Name, Stream>>();

  constructor(redactor: Pick<Redactor, 'stream'>) {
    this.#redactor = redactor;
  }

  /** What can be told of a piece, or null where all of it is held back or was there already. */
  write(callId: ToolCallId, { stream: name, offset, text: given }: OutputChunk): Told | null {
    const stream = this.#streamOf(callId, name, offset);
    const fresh = given.slice(Math.max(stream.received - offset, 0));
    if (fresh === '') return null;
    stream.received = Math.max(stream.received, offset) + fresh.length;
    const text = stream.half + fresh;
    stream.half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    const told = stream.masking.write(text.slice(0, text.length - stream.half.length));
    return told === '' ? null : { stream: name, text: told, received: stream.received };
  }

  /** What was held back, now that nothing more comes. */
  end(callId: ToolCallId): Told[] {
    const streams = this.#calls.get(callId);
    this.#calls.delete(callId);
    return [...(streams ?? [])].flatMap(([name, { masking, received, half }]) => {
      const text = masking.end() + half;
      return text === '' ? [] : [{ stream: name, text, received }];
    });
  }

  /** After a write that came to nothing: whoever sends it again begins afresh. */
  forget(callId: ToolCallId): void {
    this.#calls.delete(callId);
  }

  #streamOf(callId: ToolCallId, name: Name, offset: number): Stream {
    let streams = this.#calls.get(callId);
    if (!streams) {
      if (this.#calls.size >= callsMax) this.#calls.delete(this.#calls.keys().next().value!);
      streams = new Map();
      this.#calls.set(callId, streams);
    }
    let stream = streams.get(name);
    if (!stream) {
      stream = { masking: this.#redactor.stream(), received: offset, half: '' };
      streams.set(name, stream);
    }
    return stream;
  }
}
