import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { addOven, addPizzeria, openPizzeria } from './harness/pizzeria.ts';
import { rawRequest } from './harness/raw-request.ts';
import { refused } from './harness/refused.ts';
import { openService, toolsFile } from './harness/service.ts';
import { ownStage, type Stage } from './harness/stage.ts';

const anOrder = { body: { pizza_type: 'margherita', size: 'large', quantity: 2 } };

/** Asks for a tool that a person has to agree to, and has the owner agree. */
async function approved(stage: Stage, tool: string, args: Record<string, unknown>) {
  const asked = await stage.agent.tools.execute(tool, { arguments: args, wait_ms: 0 });
  expect(asked).toMatchObject({ status: 'pending', metadata: { status: 'awaiting_approval' } });
  const { approval_id: approvalId, call_id: callId } = asked.metadata as Record<string, string>;
  const approval = await stage.owner.approvals.get(stage.projectId, approvalId!);
  await stage.owner.approvals.approve(approval);
  return { approval, callId: callId!, call: await stage.agent.waitUntilSettled(stage.projectId, callId!) };
}

describeOnEachDatabase('calls of services', (database) => {
  it('that only look run unasked, and answer as results [U1, U8, U9]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    const result = await stage.agent.tools.execute('pizzeria__list_menu', { arguments: { category: 'dessert' } });
    expect(result).toMatchObject({
      tool_id: 'pizzeria__list_menu',
      status: 'completed',
      result: { dishes: [{ item_id: 'tiramisu' }] },
      upstream_status: 200,
      execution_time_ms: expect.any(Number),
      metadata: {
        risk_level: 'LOW',
        source: 'pizzeria',
        approval_id: null,
        attempts: 1,
        tool_version: expect.any(String),
      },
    });
    expect(place.pizzeria.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /menu?category=dessert']);
    const { call_id: callId } = result.metadata as Record<string, string>;
    const call = await stage.owner.toolCalls.get(stage.projectId, callId!);
    expect(call).toMatchObject({
      status: 'completed',
      tool_name: 'pizzeria__list_menu',
      outcome: { kind: 'approved_by_rule' },
    });
  });

  it('that change something are asked about, show what will be sent, and run once [U1, U8, U9, L6]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    const { approval, call } = await approved(stage, 'pizzeria__create_order', anOrder);
    expect(JSON.stringify(approval.display)).toContain(`POST ${place.address}/orders`);
    expect(call).toMatchObject({
      status: 'completed',
      risk_level: 'MEDIUM',
      result: { tool_id: 'pizzeria__create_order', status: 'completed', upstream_status: 201 },
    });
    expect([...place.pizzeria.orders.values()]).toMatchObject([{ pizza_type: 'margherita', quantity: 2 }]);
    expect(place.pizzeria.seen).toHaveLength(1);
  });

  it('answer 202 with where to look while a person is asked [U8, U9]', async () => {
    const stage = await ownStage(database);
    await addPizzeria(stage, await openPizzeria());
    const answer = await rawRequest(stage.url, '/api/tools/pizzeria__create_order/execute', {
      method: 'POST',
      headers: { authorization: `Bearer ${stage.cast.agent}`, 'content-type': 'application/json' },
      body: JSON.stringify({ arguments: anOrder, wait_ms: 0 }),
    });
    expect(answer.status).toBe(202);
    const { metadata } = answer.json as { metadata: Record<string, string> };
    expect(answer.headers.location).toBe(`/my/projects/${stage.projectId}/tool-calls/${metadata.call_id}`);
    expect(metadata.location).toBe(answer.headers.location);
  });

  it('in which the service says no are results that failed, with what it said [U8]', async () => {
    const stage = await ownStage(database);
    await addPizzeria(stage, await openPizzeria());
    const result = await stage.agent.tools.execute('pizzeria__get_dish', { arguments: { item_id: 'gravel' } });
    expect(result).toMatchObject({
      status: 'failed',
      upstream_status: 404,
      result: { error: 'There is no such dish.' },
    });
    const { call_id: callId } = result.metadata as Record<string, string>;
    expect(await stage.agent.toolCalls.get(stage.projectId, callId!)).toMatchObject({
      status: 'failed',
      error: 'The service answered 404.',
      outcome: { kind: 'failed' },
    });
  });

  it('with wrong arguments are refused with what is wrong, and nothing is sent [U2, U8]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    const wrong = refused(
      stage.agent.tools.execute('pizzeria__list_menu', { arguments: { category: 'stones', x: 1 } }),
    );
    expect(await wrong).toMatchObject({
      status: 422,
      code: 'execution_failed',
      details: {
        error_code: 'validation_error',
        tool_id: 'pizzeria__list_menu',
        is_retryable: false,
        upstream_status: null,
        upstream_body: null,
        details: { errors: expect.arrayContaining([expect.stringMatching(/^category: /)]) },
      },
    });
    expect(place.pizzeria.seen).toEqual([]);
  });

  it('that a person rejects say so, with their words [U8, A1]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    const key = 'the same question';
    const execute = (waitMs: number) =>
      stage.agent.tools.execute(
        'pizzeria__create_order',
        { arguments: anOrder, wait_ms: waitMs },
        { idempotencyKey: key },
      );
    const { metadata } = await execute(0);
    const approval = await stage.owner.approvals.get(stage.projectId, String(metadata.approval_id));
    await stage.owner.approvals.reject(approval, 'We are on a diet.');
    expect(await refused(execute(0))).toMatchObject({
      status: 403,
      details: { error_code: 'rejected', is_retryable: false, message: expect.stringContaining('We are on a diet.') },
    });
    expect(place.pizzeria.seen).toEqual([]);
  });

  it('that nobody decides about in time, or that are withdrawn, say so [U8, L5]', async () => {
    const stage = await ownStage(database);
    await addPizzeria(stage, await openPizzeria());
    const execute = (idempotencyKey: string) =>
      stage.agent.tools.execute('pizzeria__create_order', { arguments: anOrder, wait_ms: 0 }, { idempotencyKey });
    const [late, withdrawn] = [await execute('late'), await execute('withdrawn')];
    await stage.agent.toolCalls.cancel(stage.projectId, String(withdrawn.metadata.call_id));
    stage.clock.advance(300_000);
    await stage.agent.waitUntilSettled(stage.projectId, String(late.metadata.call_id));
    expect(await refused(execute('late'))).toMatchObject({
      status: 408,
      details: { error_code: 'approval_timeout', is_retryable: true },
    });
    expect(await refused(execute('withdrawn'))).toMatchObject({ status: 409, details: { error_code: 'cancelled' } });
  });

  it('are for agents: users and runners are refused, and an unknown tool is not there [U9, A4]', async () => {
    const stage = await ownStage(database);
    await addPizzeria(stage, await openPizzeria());
    const execute = (client: Stage['owner'], tool = 'pizzeria__list_menu') => refused(client.tools.execute(tool));
    expect(await execute(stage.owner)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await execute(stage.runner)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await execute(stage.agent, 'pizzeria__nothing')).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('go to no private address unless the source says so [U5, U8]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place, { destinations: {} });
    expect(await refused(stage.agent.tools.execute('pizzeria__list_menu'))).toMatchObject({
      status: 403,
      details: { error_code: 'destination_refused', is_retryable: false },
    });
    expect(place.pizzeria.seen).toEqual([]);
  });

  it('of the same tool by any way in are the same calls [L8, U9]', async () => {
    const stage = await ownStage(database);
    await addPizzeria(stage, await openPizzeria());
    const call = await stage.agent.executeTool(stage.projectId, {
      tool_name: 'pizzeria__list_menu',
      tool_params: {},
      wait_ms: 60_000,
    });
    expect(call).toMatchObject({ status: 'completed', result: { status: 'completed', upstream_status: 200 } });
  });

  it('of built-in tools work the same way [U9]', async () => {
    const stage = await ownStage(database);
    const asked = await stage.agent.tools.execute('write_file', {
      arguments: { path: 'note.txt', content: 'hello' },
      wait_ms: 0,
    });
    expect(asked).toMatchObject({ tool_id: 'write_file', status: 'pending', metadata: { source: 'builtin' } });
  });

  it('from a tools file send what its templates say, with a key that makes a repetition harmless [U4, U1]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addOven(stage, place);
    const { call, callId } = await approved(stage, 'oven__order_pizza', {
      pizza_type: 'marinara',
      size: 'small',
      toppings: ['"; drop'],
    });
    expect(call).toMatchObject({ status: 'completed', result: { upstream_status: 201 } });
    const [sent] = place.pizzeria.seen;
    expect(JSON.parse(sent!.body)).toEqual({
      pizza_type: 'marinara',
      size: 'small',
      toppings: ['"; drop'],
      quantity: 1,
    });
    expect(sent!.headers['idempotency-key']).toBe(callId);
    expect(sent!.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('of a service that does not answer end as timeouts, and say whether they may have been carried out [U5, U8]', async () => {
    const stage = await ownStage(database);
    const service = await openService(() => 'nothing');
    const tools = [
      { name: 'look', method: 'GET', url: '/look' },
      { name: 'do', method: 'POST', url: '/do', risk: 'LOW' },
    ];
    await stage.owner.sources.create({
      name: 'silent',
      kind: 'http',
      document: toolsFile(service.address, tools),
      destinations: { allow_private: true },
      timeout_seconds: 5,
    });
    for (const [tool, mayHaveRun] of [
      ['look', false],
      ['do', true],
    ] as const) {
      const before = service.seen.length;
      const waiting = refused(stage.agent.tools.execute(`silent__${tool}`));
      await expect.poll(() => service.seen.length, { timeout: 30_000 }).toBe(before + 1);
      stage.clock.advance(5_000);
      const refusal = await waiting;
      expect(refusal).toMatchObject({
        status: 504,
        details: { error_code: 'upstream_timeout', is_retryable: !mayHaveRun },
      });
      const callId = { call_id: expect.stringMatching(/^[0-9a-f-]{36}$/) };
      expect(refusal.details.details).toEqual(mayHaveRun ? { ...callId, may_have_run: true } : callId);
    }
  });
});
