import type { JsonObject, JsonValue, Outcome, RunErrorClass, ToolCallId, ToolDefinition } from '@countersign/contract';
import type { CallStanding, LoopClock, Run, ToolGateway } from '../src/index.ts';

/** How a call ends. */
export type Ending = Partial<Pick<CallStanding, 'status' | 'result' | 'error'>> & {
  readonly errorClass?: RunErrorClass;
  readonly outcome?: Outcome;
};

/** What a tool does when it is called: ends at once, asks a person first, or works until the test says how it ended. */
export type MemoryTool = (args: JsonObject) => Ending | 'asks' | 'works';

export type Submitted = { readonly callId: ToolCallId; readonly toolName: string; readonly args: JsonObject };

/** Tools in memory: a call is executed once for its id, however often it is submitted. */
export class MemoryGateway implements ToolGateway {
  readonly #clock: LoopClock;
  readonly #tools: Readonly<Record<string, MemoryTool>>;
  readonly #standings = new Map<ToolCallId, CallStanding>();
  readonly #listeners = new Set<() => void>();
  readonly submitted: (Submitted & { readonly note: string | null; readonly turnId: string | null })[] = [];
  readonly executed: Submitted[] = [];
  readonly cancelled: ToolCallId[] = [];
  looks = 0;
  availableCalls = 0;

  constructor(clock: LoopClock, tools: Readonly<Record<string, MemoryTool>>) {
    this.#clock = clock;
    this.#tools = tools;
  }

  async available(): Promise<ToolDefinition[]> {
    this.availableCalls += 1;
    return Object.keys(this.#tools).map((name) => ({
      name,
      description: `Does ${name}.`,
      inputSchema: { type: 'object' },
      target: 'server',
      executionTimeoutMs: 1000,
    }));
  }

  async submit(run: Run, call: Submitted & { readonly note: string | null }): Promise<CallStanding> {
    this.submitted.push({ ...call, turnId: run.turnId });
    const there = this.#standings.get(call.callId);
    if (there !== undefined) return there;
    const now = this.#clock.now();
    this.#standings.set(call.callId, { ...unsettled, callId: call.callId, toolName: call.toolName, submittedAt: now });
    const tool = this.#tools[call.toolName];
    if (tool === undefined) {
      const message = `There is no tool ${call.toolName}.`;
      const outcome: Outcome = { kind: 'invalid', message, should_retry: false };
      this.settle(call.callId, { status: 'failed', error: message, errorClass: 'validation', outcome });
    } else {
      const does = tool(call.args);
      if (does === 'asks') this.#put(call.callId, { status: 'awaiting_approval', askedAt: now });
      else {
        this.executed.push({ callId: call.callId, toolName: call.toolName, args: call.args });
        if (does !== 'works') this.settle(call.callId, does);
      }
    }
    return this.#standings.get(call.callId)!;
  }

  async look(_run: Run, callIds: readonly ToolCallId[]): Promise<CallStanding[]> {
    this.looks += 1;
    return callIds.flatMap((callId) => this.#standings.get(callId) ?? []);
  }

  changed(_run: Run, callIds: readonly ToolCallId[], signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    // As the real one: where one of them is settled already there is nothing to wait for.
    if (signal.aborted || callIds.some((callId) => this.#standings.get(callId)?.isSettled)) resolve();
    this.#listeners.add(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(() => this.#listeners.delete(resolve));
  }

  async cancel(_run: Run, callId: ToolCallId): Promise<void> {
    this.cancelled.push(callId);
    const outcome: Outcome = { kind: 'cancelled', message: 'The call was cancelled.', should_retry: false };
    if (this.#standings.get(callId)?.isSettled === false) this.settle(callId, { status: 'cancelled', outcome });
  }

  /** A person answers: it runs and ends so, or does not run. */
  decide(callId: ToolCallId, ending: Ending): void {
    const { toolName } = this.#standings.get(callId)!;
    this.#put(callId, { answeredAt: this.#clock.now() });
    if (ending.status !== 'rejected') this.executed.push({ callId, toolName, args: {} });
    this.settle(callId, ending);
  }

  /** A person approves, and it works on. */
  approve(callId: ToolCallId): void {
    this.#put(callId, { status: 'executing', answeredAt: this.#clock.now() });
  }

  settle(callId: ToolCallId, { status = 'completed', result = null, error = null, errorClass, outcome }: Ending): void {
    this.#put(callId, {
      status,
      result,
      error,
      errorClass: errorClass ?? null,
      outcome: outcome ?? null,
      isSettled: true,
      settledAt: this.#clock.now(),
    });
  }

  pending(): CallStanding[] {
    return [...this.#standings.values()].filter(({ isSettled }) => !isSettled);
  }

  #put(callId: ToolCallId, change: Partial<CallStanding>): void {
    this.#standings.set(callId, { ...this.#standings.get(callId)!, ...change });
    for (const listener of [...this.#listeners]) listener();
  }
}

const unsettled = {
  status: 'approved',
  isSettled: false,
  outcome: null,
  result: null as JsonValue,
  error: null,
  errorClass: null,
  askedAt: null,
  answeredAt: null,
  settledAt: null,
} as const;
