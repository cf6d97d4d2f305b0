import type { Client } from '@countersign/client';
import type { SignedOrder, SubmitResultRequest } from '@countersign/contract';
import { type OrderRefusal, refuseOrder } from '@countersign/tool-call';
import { watchEvents } from './recorder.ts';
import type { Stage } from './stage.ts';

type Execute = (order: SignedOrder['order'], signal: AbortSignal) => SubmitResultRequest | Promise<SubmitResultRequest>;

export type TestRunner = {
  /** Orders in the order they were executed. */
  readonly executed: SignedOrder['order'][];
  readonly refused: OrderRefusal[];
  /** What the server said to claims and results that it did not accept. */
  readonly errors: unknown[];
  stop(): void;
};

export type RunnerOptions = {
  readonly client?: Client;
  /** Take only what belongs to this session, not what other tests left behind. */
  readonly sessionId?: string;
  readonly execute?: Execute;
};

const done: Execute = () => ({
  status: 'completed',
  result: { success: true, stdout: 'ok', stderr: null, exit_code: 0 },
});

/**
 * A runner as it should be: it hears of orders on the stream, verifies each with the key it was paired with, claims,
 * executes once, and reports. What it does is up to the test.
 */
export async function startRunner(
  stage: Stage,
  { client = stage.runner, sessionId, execute = done }: RunnerOptions = {},
): Promise<TestRunner> {
  const { public_key: publicKey } = await client.serverKey();
  const nonces = new Set<string>();
  const running = new Map<string, AbortController>();
  const runner = { executed: [] as SignedOrder['order'][], refused: [] as OrderRefusal[], errors: [] as unknown[] };

  const take = async (signed: SignedOrder): Promise<void> => {
    const { order } = signed;
    const hasSeenNonce = (nonce: string): boolean => nonces.has(nonce);
    const refusal = refuseOrder(signed, { publicKey, nowMs: stage.clock.now(), hasSeenNonce });
    if (refusal) return void runner.refused.push(refusal);
    nonces.add(order.nonce);
    const { fence } = await client.runner.claim(order.call.project_id, order.tool_id);
    const stop = new AbortController();
    running.set(order.tool_id, stop);
    runner.executed.push(order);
    const report = await execute(order, stop.signal);
    await client.runner.result(order.call.project_id, order.tool_id, { ...report, fence });
  };

  const events = await watchEvents(client, stage.projectId, { sessionId });
  events.tell((message) => {
    if (message.event === 'tool.cancel_signal') running.get(message.data.tool_id)?.abort();
    if (message.event !== 'tool.execution_signal' || !message.data.signed_order) return;
    take(message.data.signed_order).catch((error: unknown) => runner.errors.push(error));
  });
  return { ...runner, stop: () => events.stop() };
}
