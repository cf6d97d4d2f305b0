import type { ToolLimits } from '../limits.ts';
import type { RawOutput } from '../local-tools.ts';
import { type CutOutput, cutOutput } from './cut-output.ts';

/** What a command prints, as text, up to its limit: what comes after that is dropped. */
export class OutputCollector {
  readonly #limits: ToolLimits;
  readonly #onOutput: (output: RawOutput) => void;
  readonly #streams = { stdout: newStream(), stderr: newStream() };

  constructor(limits: ToolLimits, onOutput: (output: RawOutput) => void) {
    this.#limits = limits;
    this.#onOutput = onOutput;
  }

  /** Passes on what is within the limit, as it comes. */
  take({ stream: name, bytes }: RawOutput): void {
    const stream = this.#streams[name];
    const room = (this.#limits.commandOutputBytesMax >> 1) - stream.bytes;
    if (room <= 0) return;
    const taken = bytes.byteLength <= room ? bytes : bytes.subarray(0, room);
    stream.bytes += taken.byteLength;
    stream.text += stream.decoder.decode(taken, { stream: true });
    this.#onOutput({ stream: name, bytes: taken });
  }

  /** The text of a stream within the limits of a result, of which so many bytes were printed in all. */
  ended(name: RawOutput['stream'], printedBytes: number): CutOutput {
    const stream = this.#streams[name];
    const isDropped = printedBytes > stream.bytes;
    // Half a character at the place from which on everything was dropped is none.
    const rest = isDropped ? '' : stream.decoder.decode();
    const cut = cutOutput(stream.text + rest, this.#limits.outputLinesMax, this.#limits.outputBytesMax);
    return isDropped
      ? { ...cut, text: `${cut.text}\n[… ${printedBytes - stream.bytes} bytes more …]\n`, isCutByBytes: true }
      : cut;
  }
}

function newStream(): { readonly decoder: TextDecoder; text: string; bytes: number } {
  return { decoder: new TextDecoder('utf-8', { ignoreBOM: true }), text: '', bytes: 0 };
}
