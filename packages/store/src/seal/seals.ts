import type { ToolCallId } from '@countersign/contract';
import type { CallRequest, ToolCall } from '@countersign/tool-call';
import type { ArgumentCipher } from './argument-cipher.ts';

/** Stands in the column where nothing is masked in what is shown, so that the real arguments are no secret. */
const sameAsShown = Buffer.alloc(0);

/**
 * Real arguments between calls and their rows. They are opened when somebody reads them and not before: a list is not
 * made slower by them, and a row that this server cannot open is as good as any other until it is to be run.
 */
export class Seals {
  readonly #cipher: ArgumentCipher;
  /** What stands in the row of a request: moved on as it is, never opened only to be sealed again. */
  readonly #columns = new WeakMap<CallRequest, Uint8Array>();

  constructor(cipher: ArgumentCipher) {
    this.#cipher = cipher;
  }

  columnOf({ id, request }: Pick<ToolCall, 'id' | 'request'>): Uint8Array | null {
    const known = this.#columns.get(request);
    if (known) return known;
    const { sealedArguments, params } = request;
    if (sealedArguments === null) return null;
    const column = sealedArguments === params ? sameAsShown : this.#cipher.seal(id, sealedArguments);
    this.#columns.set(request, column);
    return column;
  }

  requestOf(callId: ToolCallId, shown: Omit<CallRequest, 'sealedArguments'>, column: Uint8Array | null): CallRequest {
    if (column === null) return { ...shown, sealedArguments: null };
    if (column.length === 0) return { ...shown, sealedArguments: shown.params };
    const cipher = this.#cipher;
    let opened: string | null = null;
    const request: CallRequest = {
      ...shown,
      get sealedArguments() {
        opened ??= cipher.open(callId, column);
        return opened;
      },
    };
    this.#columns.set(request, column);
    return request;
  }
}
