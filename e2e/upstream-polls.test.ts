import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import type { Pizzeria } from '../examples/pizzeria/pizzeria.ts';
import { addOven, openPizzeria } from './harness/pizzeria.ts';
import { openService, toolsFile } from './harness/service.ts';
import { ownStage, type Stage } from './harness/stage.ts';

const patience = { timeout: 30_000, interval: 20 };

/** An order in the books of the pizzeria, without anybody having been asked. */
function order(pizzeria: Pizzeria, toppings: readonly string[] = []): string {
  const order_id = `order-${pizzeria.orders.size + 1}`;
  pizzeria.orders.set(order_id, { order_id, pizza_type: 'margherita', size: 'small', quantity: 1, toppings });
  return order_id;
}

/** A job at the pizzeria that a person agreed to; resolves once it has begun. */
async function bake(stage: Stage, pizzeria: Pizzeria, orderId: string): Promise<string> {
  const asked = await stage.agent.tools.execute('oven__bake_order', { arguments: { order_id: orderId }, wait_ms: 0 });
  const approval = await stage.owner.approvals.get(stage.projectId, String(asked.metadata.approval_id));
  await stage.owner.approvals.approve(approval);
  const callId = String(asked.metadata.call_id);
  await expect.poll(() => continuationOf(stage, callId), patience).not.toBeNull();
  expect(sent(pizzeria, 'POST')).toHaveLength(1);
  return callId;
}

const continuationOf = ({ server }: Stage, callId: string) =>
  server.plane.store.findContinuation(callId as never).then((found) => found && { ...found });
const sent = ({ seen }: Pizzeria, method: string) => seen.filter((each) => each.method === method);

/** How often a job was asked about, as it is written for the next step; null once there is none. */
const attemptsOf = async (stage: Stage, callId: string): Promise<number | null> => {
  const found = await continuationOf(stage, callId);
  return found && (found.state as { poll: { attempts: number } }).poll.attempts;
};

/** Lets so much time pass, and waits for the look that follows from it to be over. */
async function look(stage: Stage, callId: string, ms: number): Promise<void> {
  const before = await attemptsOf(stage, callId);
  stage.clock.advance(ms);
  await expect.poll(() => attemptsOf(stage, callId), patience).not.toBe(before);
}

describeOnEachDatabase('a job of a service', (database) => {
  it('is begun once, asked about in steps, and ends with its result [U7, U8]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria({ looksUntilDone: 3 });
    await addOven(stage, place);
    const callId = await bake(stage, place.pizzeria, order(place.pizzeria));
    expect(await stage.agent.toolCalls.get(stage.projectId, callId)).toMatchObject({ status: 'executing' });
    for (const ms of [1_000, 1_500, 2_250]) await look(stage, callId, ms);
    const call = await stage.agent.waitUntilSettled(stage.projectId, callId);
    expect(call).toMatchObject({
      status: 'completed',
      result: {
        tool_id: 'oven__bake_order',
        status: 'completed',
        result: { order_id: 'order-1', temperature: 'hot' },
        upstream_status: 200,
        execution_time_ms: 4_750,
        metadata: { poll_attempts: 3 },
      },
    });
    expect(sent(place.pizzeria, 'POST')).toHaveLength(1);
    expect(sent(place.pizzeria, 'GET').map(({ path }) => path)).toEqual(['/jobs/job-1', '/jobs/job-1', '/jobs/job-1']);
    expect(await continuationOf(stage, callId)).toBeNull();
  });

  it('that fails says how it ended [U7, U8]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria({ looksUntilDone: 1 });
    await addOven(stage, place);
    const callId = await bake(stage, place.pizzeria, order(place.pizzeria, ['dynamite']));
    await look(stage, callId, 1_000);
    expect(await stage.agent.waitUntilSettled(stage.projectId, callId)).toMatchObject({
      status: 'failed',
      error: 'The job ended as "burnt".',
      result: { status: 'failed', result: { error: 'The oven has exploded.' }, upstream_status: 200 },
    });
  });

  it('goes on after a restart of the server, and is not begun again [U7, L2]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria({ looksUntilDone: 2 });
    await addOven(stage, place);
    const callId = await bake(stage, place.pizzeria, order(place.pizzeria));
    await look(stage, callId, 1_000);
    await stage.restart();
    await look(stage, callId, 30_000);
    expect(await stage.agent.waitUntilSettled(stage.projectId, callId)).toMatchObject({ status: 'completed' });
    expect(sent(place.pizzeria, 'POST')).toHaveLength(1);
  });

  it('is no longer asked about once somebody cancels the call [U7, L9]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria({ looksUntilDone: 100 });
    await addOven(stage, place);
    const callId = await bake(stage, place.pizzeria, order(place.pizzeria));
    await look(stage, callId, 1_000);
    await stage.agent.toolCalls.cancel(stage.projectId, callId);
    expect(await stage.agent.waitUntilSettled(stage.projectId, callId)).toMatchObject({ status: 'cancelled' });
    expect(await continuationOf(stage, callId)).toBeNull();
    const looks = sent(place.pizzeria, 'GET').length;
    stage.clock.advance(60_000);
    await stage.agent.tools.list();
    expect(sent(place.pizzeria, 'GET')).toHaveLength(looks);
  });

  it('that is never done ends as poll_timeout [U7, U8]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria({ looksUntilDone: 1_000 });
    await addOven(stage, place, {
      document: [
        'version: 1',
        'tools:',
        '  - name: bake_order',
        '    description: Bakes',
        '    method: POST',
        '    url: /orders/{{ order_id }}/bake',
        '    mode: async_poll',
        '    poll: { status_url: "/jobs/{{ response.job_id }}", status_field: $.status, completed_values: [done], max_attempts: 2 }',
        '    input_schema: { type: object, additionalProperties: false, properties: { order_id: { type: string } } }',
      ].join('\n'),
    });
    const callId = await bake(stage, place.pizzeria, order(place.pizzeria));
    for (const ms of [1_000, 1_500]) await look(stage, callId, ms);
    expect(await stage.agent.waitUntilSettled(stage.projectId, callId)).toMatchObject({
      status: 'failed',
      error_type: 'timeout',
      result: { error_code: 'poll_timeout', is_retryable: true, details: { attempts: 2 } },
    });
  });

  it('is not lost while the service is in trouble for a while [U7]', async () => {
    const stage = await ownStage(database);
    const states = [{ body: { state: 'queued' } }, { status: 404 }, { status: 503 }, { body: { state: 'ready' } }];
    const service = await openService(({ method }, count) =>
      method === 'POST' ? { status: 202, body: { id: 'j 1/2' } } : (states[count - 2] ?? null),
    );
    await stage.owner.sources.create({
      name: 'slow',
      kind: 'http',
      document: toolsFile(service.address, [
        {
          name: 'work',
          method: 'POST',
          url: '/work',
          risk: 'LOW',
          poll: { status_url: '/jobs/{{ id }}', status_field: '$.state', completed_values: ['ready'] },
        },
      ]),
      destinations: { allow_private: true },
    });
    const asked = await stage.agent.tools.execute('slow__work', { wait_ms: 0 });
    const callId = String(asked.metadata.call_id);
    await expect.poll(() => continuationOf(stage, callId), patience).not.toBeNull();
    const waiting = stage.agent.waitUntilSettled(stage.projectId, callId);
    await expect
      .poll(async () => {
        stage.clock.advance(500);
        return (await stage.agent.toolCalls.get(stage.projectId, callId)).status;
      }, patience)
      .toBe('completed');
    expect(await waiting).toMatchObject({ result: { result: { state: 'ready' }, upstream_status: 200 } });
    expect(service.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(new Set(service.seen.map(({ path }) => path))).toEqual(new Set(['/work', '/jobs/j%201%2F2']));
  });
});
