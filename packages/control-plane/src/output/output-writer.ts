import { limits, type OutputChunk } from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import { type Printing, printAs, printRest } from './submit-output.ts';

const by: Printing = { executor: 'server', actor: 'system', fence: null };

/**
 * T7: tells what a call prints that this process runs itself. One write at a time; what is printed meanwhile goes with
 * the next. A write that fails ends the telling and not the call: its result has what it printed.
 */
export class OutputWriter {
  readonly #plane: ControlPlane;
  readonly #call: ToolCall;
  readonly #lengths = { stdout: 0, stderr: 0 };
  #waiting: OutputChunk[] = [];
  #writing: Promise<void> | null = null;
  #isOver = false;

  constructor(plane: ControlPlane, call: ToolCall) {
    this.#plane = plane;
    this.#call = call;
  }

  write(stream: OutputChunk['stream'], text: string): void {
    const { stdout, stderr } = this.#lengths;
    // One piece more than there is room for: by that it is seen that there was more.
    if (this.#isOver || text === '' || stdout + stderr > limits.outputLengthMax) return;
    for (let at = 0; at < text.length; at += limits.outputChunkLengthMax) {
      const piece = text.slice(at, at + limits.outputChunkLengthMax);
      this.#waiting.push({ stream, offset: this.#lengths[stream], text: piece });
      this.#lengths[stream] += piece.length;
    }
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when all is told, or no more can be. */
  async end(): Promise<void> {
    await this.#writing;
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#lengths.stdout + this.#lengths.stderr === 0) return;
    await this.#telling((call) => printRest(this.#plane, call, by));
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#isOver) {
      const chunks = this.#waiting.splice(0, limits.outputChunksMax);
      await this.#telling((call) => printAs(this.#plane, call, by, chunks));
    }
    this.#writing = null;
  }

  async #telling(tell: (call: ToolCall) => Promise<unknown>): Promise<void> {
    try {
      const { request, id } = this.#call;
      const call = await this.#plane.store.findCall(request.projectId, id);
      if (call) await tell(call);
    } catch {
      this.#isOver = true;
      this.#plane.output.forget(this.#call.id);
    }
  }
}
