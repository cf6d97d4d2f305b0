import type { Entry } from '@countersign/agent';
import type { JsonValue, RunId, SourceId, ToolCallId } from '@countersign/contract';
import { maskTexts, type Redactor } from '@countersign/control-plane';
import type { CallCaller, CallRequest, ToolCall } from '@countersign/tool-call';
import type { EntryRow } from '../schema.ts';
import type { SealingCipher } from './sealing-cipher.ts';

/** By name too, where it can. */
export type Masking = Pick<Redactor, 'text'> & Partial<Pick<Redactor, 'json'>>;

/** Stands in the column where nothing is masked in what is shown, so that the real arguments are no secret. */
const sameAsShown = Buffer.alloc(0);

/** Stands before a caller that came without a token of its own: ids, of which none is a secret. */
const plainCaller = 0;

type Columns = { readonly sealed_arguments: Uint8Array | null; readonly sealed_caller: Uint8Array | null };
type Sealed = 'sealedArguments' | 'caller';

const nothing: Columns = { sealed_arguments: null, sealed_caller: null };

/**
 * Real arguments, callers, secrets and the like between records and their rows. Those of calls are opened when somebody
 * reads them and not before: a list is not made slower by them, and a row that this server cannot open is as good as
 * any other until it is to be run.
 */
export class Seals {
  readonly #cipher: SealingCipher;
  readonly #redactor: Masking | null;
  /** What stands in the row of a request: moved on as it is, never opened only to be sealed again. */
  readonly #columns = new WeakMap<CallRequest, Columns>();

  /** The redactor says what of an entry must not be readable; without one, nothing. */
  constructor(cipher: SealingCipher, redactor: Masking | null = null) {
    this.#cipher = cipher;
    this.#redactor = redactor;
  }

  columnsOf({ id, request }: Pick<ToolCall, 'id' | 'request'>): Columns {
    const known = this.#columns.get(request);
    if (known) return known;
    const { sealedArguments, params, caller } = request;
    if (sealedArguments === null && caller === null) return nothing;
    const columns = {
      sealed_arguments: this.#sealArguments(id, sealedArguments, params),
      sealed_caller: caller && this.#sealCaller(id, caller),
    };
    this.#columns.set(request, columns);
    return columns;
  }

  requestOf(callId: ToolCallId, shown: Omit<CallRequest, Sealed>, columns: Columns): CallRequest {
    const { sealed_arguments: args, sealed_caller: caller } = columns;
    if (args === null && caller === null) return { ...shown, sealedArguments: null, caller: null };
    if (args?.length === 0 && caller === null) return { ...shown, sealedArguments: shown.params, caller: null };
    const cipher = this.#cipher;
    let openedArguments: string | null = null;
    let openedCaller: CallCaller | null = null;
    const request: CallRequest = {
      ...shown,
      get sealedArguments() {
        if (args === null || args.length === 0) return args && shown.params;
        openedArguments ??= cipher.open({ kind: 'arguments', of: callId }, args);
        return openedArguments;
      },
      get caller() {
        if (caller === null) return null;
        openedCaller ??= JSON.parse(
          caller[0] === plainCaller
            ? Buffer.from(caller.subarray(1)).toString('utf8')
            : cipher.open({ kind: 'caller', of: callId }, caller),
        ) as CallCaller;
        return openedCaller;
      },
    };
    this.#columns.set(request, { sealed_arguments: args, sealed_caller: caller });
    return request;
  }

  sealContinuation(callId: ToolCallId, state: JsonValue): Uint8Array {
    return this.#cipher.seal({ kind: 'continuation', of: callId }, JSON.stringify(state));
  }

  openContinuation(callId: ToolCallId, sealed: Uint8Array): JsonValue {
    return JSON.parse(this.#cipher.open({ kind: 'continuation', of: callId }, sealed)) as JsonValue;
  }

  sealSecret(name: string, value: string): Uint8Array {
    return this.#cipher.seal({ kind: 'secret', of: name }, value);
  }

  openSecret(name: string, sealed: Uint8Array): string {
    return this.#cipher.open({ kind: 'secret', of: name }, sealed);
  }

  sealDocument(sourceId: SourceId, text: string): Uint8Array {
    return this.#cipher.seal({ kind: 'document', of: sourceId }, text);
  }

  openDocument(sourceId: SourceId, sealed: Uint8Array): string {
    return this.#cipher.open({ kind: 'document', of: sourceId }, sealed);
  }

  /** Kept as it is, since the calls in it may still have to be made; sealed where masking would change it. */
  entryColumns(runId: RunId, entry: Entry): Pick<EntryRow, 'content' | 'sealed'> {
    const text = JSON.stringify(entry);
    if (!this.#holdsSecrets(entry)) return { content: text, sealed: null };
    return { content: null, sealed: this.#cipher.seal({ kind: 'entry', of: `${runId} ${entry.no}` }, text) };
  }

  openEntry(runId: RunId, { no, content, sealed }: Omit<EntryRow, 'run_id'>): Entry {
    const text = content ?? this.#cipher.open({ kind: 'entry', of: `${runId} ${no}` }, sealed!);
    return JSON.parse(text) as Entry;
  }

  #holdsSecrets(entry: Entry): boolean {
    const redactor = this.#redactor;
    if (redactor === null) return false;
    if (maskTexts(redactor, entry) !== entry) return true;
    // What the model asks for is masked by name as well, where it becomes a call.
    if (entry.kind !== 'model' || !redactor.json) return false;
    return entry.calls.some(
      ({ args }) => args !== null && JSON.stringify(redactor.json!(args)) !== JSON.stringify(args),
    );
  }

  #sealCaller(callId: ToolCallId, caller: CallCaller): Uint8Array {
    const text = JSON.stringify(caller);
    return caller.token === null
      ? Buffer.concat([Buffer.from([plainCaller]), Buffer.from(text)])
      : this.#cipher.seal({ kind: 'caller', of: callId }, text);
  }

  #sealArguments(callId: ToolCallId, real: string | null, shown: string): Uint8Array | null {
    if (real === null) return null;
    return real === shown ? sameAsShown : this.#cipher.seal({ kind: 'arguments', of: callId }, real);
  }
}
