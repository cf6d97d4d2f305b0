import { StringDecoder } from 'node:string_decoder';
import { isPassing, type Timing } from '@countersign/client';
import { limits as contractLimits, type OutputChunk } from '@countersign/contract';
import type { RawOutput } from '@countersign/local-tools';
import type { Redactor, RedactStream } from '@countersign/redaction';
import { backoffMs } from './backoff.ts';
import { limits } from './limits.ts';

type StreamName = OutputChunk['stream'];

type Stream = {
  readonly name: StreamName;
  readonly decoder: StringDecoder;
  readonly redact: RedactStream;
  /** Characters that were put in line so far. */
  offset: number;
};

export type OutputPorts = {
  readonly redactor: Redactor;
  readonly timing: Timing;
  /** Sends pieces; rejects where they did not arrive. */
  readonly send: (chunks: OutputChunk[]) => Promise<void>;
  readonly onChunk: (chunk: OutputChunk) => void;
};

/**
 * T7: passes on what a command prints while it runs: decoded, with secrets masked, in order and in few requests. A server
 * that is away never holds up the command: what does not fit in the line is left out, and that is said in its place.
 */
export class OutputSender {
  readonly #ports: OutputPorts;
  readonly #streams: Readonly<Record<StreamName, Stream>>;
  readonly #stop = new AbortController();
  #line: OutputChunk[] = [];
  #waitingLength = 0;
  #sentLength = 0;
  #leftOutLength = 0;
  #isFull = false;
  #callOff: (() => void) | null = null;
  #sending: Promise<void> | null = null;

  constructor(ports: OutputPorts) {
    this.#ports = ports;
    const stream = (name: StreamName): Stream => ({
      name,
      decoder: new StringDecoder('utf8'),
      redact: ports.redactor.stream(),
      offset: 0,
    });
    this.#streams = { stdout: stream('stdout'), stderr: stream('stderr') };
  }

  write({ stream: name, bytes }: RawOutput): void {
    const stream = this.#streams[name];
    this.#put(stream, stream.redact.write(stream.decoder.write(Buffer.from(bytes))));
    this.#schedule();
  }

  /** The rest is passed on, for a while; resolves in any case. */
  async end(): Promise<void> {
    for (const stream of Object.values(this.#streams))
      this.#put(stream, stream.redact.write(stream.decoder.end()) + stream.redact.end());
    if (this.#leftOutLength > 0) this.#noteLeftOut(this.#streams.stderr);
    this.#callOff?.();
    const callOff = this.#ports.timing.after(limits.outputDrainMsMax, () => this.#stop.abort());
    try {
      while (this.#line.length > 0 && !this.#stop.signal.aborted) await this.#send();
    } finally {
      callOff();
      this.#stop.abort();
    }
  }

  #put(stream: Stream, text: string): void {
    if (text === '') return;
    if (this.#isFull || this.#waitingLength + text.length > limits.outputWaitingLengthMax) {
      this.#leftOutLength += text.length;
      return;
    }
    if (this.#leftOutLength > 0) this.#noteLeftOut(stream);
    this.#append(stream, text);
  }

  #noteLeftOut(stream: Stream): void {
    const note = `\n[${this.#leftOutLength} characters of output were not passed on; the result has what fits]\n`;
    this.#leftOutLength = 0;
    this.#append(stream, note);
  }

  #append(stream: Stream, text: string): void {
    const room = contractLimits.outputLengthMax - this.#sentLength;
    const taken = wholeCharacters(text, Math.max(0, room));
    if (taken.length < text.length) this.#isFull = true;
    for (let at = 0; at < taken.length; ) {
      const piece = wholeCharacters(taken.slice(at), contractLimits.outputChunkLengthMax);
      const chunk = { stream: stream.name, offset: stream.offset, text: piece };
      this.#line.push(chunk);
      this.#ports.onChunk(chunk);
      stream.offset += piece.length;
      at += piece.length;
    }
    this.#waitingLength += taken.length;
    this.#sentLength += taken.length;
  }

  #schedule(): void {
    if (this.#sending !== null || this.#line.length === 0 || this.#stop.signal.aborted) return;
    if (this.#waitingLength >= limits.outputBatchLength) {
      this.#callOff?.();
      this.#callOff = null;
      void this.#send();
    } else this.#callOff ??= this.#ports.timing.after(limits.outputPauseMs, () => void this.#send());
  }

  /** One request at a time, so that pieces arrive in order. */
  #send(): Promise<void> {
    this.#callOff = null;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
      this.#schedule();
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    const chunks = this.#line.slice(0, contractLimits.outputChunksMax);
    if (chunks.length === 0) return;
    for (let failures = 0; !this.#stop.signal.aborted; failures += 1) {
      try {
        await this.#ports.send(chunks);
        break;
      } catch (error) {
        // The server will not have it: there is nobody to pass it on to.
        if (!isPassing(error)) return this.#stop.abort();
        const delayMs = backoffMs(failures, this.#ports.timing);
        await this.#ports.timing.sleep(delayMs, this.#stop.signal).catch(() => {});
      }
    }
    this.#line = this.#line.slice(chunks.length);
    this.#waitingLength -= chunks.reduce((sum, { text }) => sum + text.length, 0);
  }
}

/** At most so many characters, and no half of a surrogate pair at the end. */
function wholeCharacters(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const last = text.charCodeAt(lengthMax - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? lengthMax - 1 : lengthMax);
}
