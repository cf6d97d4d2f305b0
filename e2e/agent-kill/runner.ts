import { createClient } from '@countersign/client';
import { CountersignError, type SignedOrder, type SubmitResultRequest } from '@countersign/contract';
import { Persistent } from '../kill/persistent.ts';
import type { Incarnation, ServerProcess } from '../kill/server-process.ts';

const taken: ReadonlySet<string> = new Set(['already_claimed', 'illegal_transition']);

/**
 * The only runner there is, which outlives every server. It executes each call that it hears of once, however often it
 * hears of it: a claim whose answer was lost is its own.
 */
export class LastingRunner {
  readonly #server: Persistent;
  readonly #token: string;
  readonly #projectId: string;
  readonly #known = new Set<string>();
  /** Paths that were read, in order: what was done, counted where it was done. */
  readonly executed: string[] = [];
  readonly errors: unknown[] = [];
  #stop = new AbortController();

  constructor(server: ServerProcess, projectId: string, token: string) {
    this.#server = new Persistent(server, token);
    this.#projectId = projectId;
    this.#token = token;
  }

  /** Hears of what that process has to be done. Resolves when it listens. */
  async listen({ url }: Incarnation): Promise<void> {
    this.#stop.abort();
    const stop = new AbortController();
    this.#stop = stop;
    const client = createClient({ url, token: this.#token });
    const { promise: connected, resolve } = Promise.withResolvers<void>();
    const read = async (): Promise<void> => {
      const events = client.events(this.#projectId, { signal: stop.signal, onConnect: () => resolve() });
      for await (const { event, data } of events)
        if (event === 'tool.execution_signal' && data.signed_order) void this.#take(data.signed_order);
    };
    void read()
      .catch(() => undefined)
      .then(() => client.close());
    await connected;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#server.close();
  }

  async #take({ order }: SignedOrder): Promise<void> {
    if (this.#known.has(order.tool_id)) return;
    this.#known.add(order.tool_id);
    try {
      const fence = await this.#claim(order.tool_id);
      const { path } = order.call.arguments as { path: string };
      this.executed.push(path);
      await this.#report(order.tool_id, {
        status: 'completed',
        result: { success: true, exit_code: 0, stdout: `content of ${path}`, stderr: '' },
        ...(fence === null ? {} : { fence }),
      });
    } catch (error) {
      this.errors.push(error);
    }
  }

  /** Null where an earlier claim of ours went through unheard. */
  async #claim(toolId: string): Promise<number | null> {
    try {
      return (await this.#server.call((client) => client.runner.claim(this.#projectId, toolId))).fence;
    } catch (error) {
      if (error instanceof CountersignError && taken.has(error.code)) return null;
      throw error;
    }
  }

  /** One that the server has already is no other. */
  async #report(toolId: string, result: SubmitResultRequest): Promise<void> {
    try {
      await this.#server.call((client) => client.runner.result(this.#projectId, toolId, result));
    } catch (error) {
      if (!(error instanceof CountersignError && error.code === 'illegal_transition')) throw error;
    }
  }
}
