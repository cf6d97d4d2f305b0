import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';

/** Calls that wait for an answer over HTTP: each is given up when the answer is over and had nothing for it. */
export class CallsUnderWay {
  readonly #waiting = new Map<string, AbortController>();
  #last = 0;

  /** The mark under which its request goes out. */
  add(lost: AbortController): string {
    this.#last += 1;
    const call = String(this.#last);
    this.#waiting.set(call, lost);
    return call;
  }

  remove(call: string): void {
    this.#waiting.delete(call);
  }

  /** Only after whoever read the answer had time to look at the end of it. */
  answerEnded(call: string): void {
    setTimeout(() => {
      const reason = new SdkError(SdkErrorCode.ConnectionClosed, 'it ended before it had answered');
      this.#waiting.get(call)?.abort(reason);
    }, graceMs).unref();
  }
}

const graceMs = 250;
