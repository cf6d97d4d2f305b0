import { describeOnEachDatabase } from '@countersign/testing';
import { orderText, refuseOrder } from '@countersign/tool-call';
import { beforeEach, expect, it } from 'vitest';
import { approvedCall, newSession } from './harness/calls.ts';
import { machines } from './harness/cast.ts';
import { watchEvents } from './harness/recorder.ts';
import { allRefused, refused } from './harness/refused.ts';
import { rowsOf } from './harness/rows-of.ts';
import { useStage } from './harness/stage.ts';
import { startRunner } from './harness/test-runner.ts';

describeOnEachDatabase('execution', (database) => {
  const stage = useStage(database);
  let sessionId: string;

  beforeEach(async () => {
    sessionId = await newSession(stage);
  });

  const approved = (session = sessionId) => approvedCall(stage, { session_id: session });
  const claimed = async () => {
    const toolId = await approved();
    return { toolId, claim: await stage.runner.runner.claim(stage.projectId, toolId) };
  };
  const read = (toolId: string) => stage.owner.toolCalls.get(stage.projectId, toolId);
  const report = (toolId: string, body: Parameters<typeof stage.runner.runner.result>[2], client = stage.runner) =>
    client.runner.result(stage.projectId, toolId, body);

  it('gives a call to one of two runners, and refuses the other [L6]', async () => {
    const toolId = await approved();
    const claims = await Promise.allSettled([
      stage.runner.runner.claim(stage.projectId, toolId),
      stage.secondRunner.runner.claim(stage.projectId, toolId),
    ]);
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const loser = claims.find((claim) => claim.status === 'rejected')!;
    expect(loser.reason).toMatchObject({ code: 'already_claimed', details: { status: 409 } });
    expect(await refused(stage.runner.runner.claim(stage.projectId, toolId))).toMatchObject({ status: 409 });
  });

  it('shows a call only to runners of its machine and its project [P2, L6, A5]', async () => {
    const toolId = await approved(await newSession(stage, machines.secondRunner));
    const notFound = await allRefused([
      stage.runner.runner.claim(stage.projectId, toolId),
      stage.runner.runner.renew(stage.projectId, toolId, 1),
      report(toolId, { status: 'completed' }),
      stage.foreignRunner.runner.claim(stage.projectId, toolId),
      stage.foreignRunner.runner.claim(stage.otherProjectId, toolId),
      report(toolId, { status: 'completed' }, stage.foreignRunner),
    ]);
    for (const refusal of notFound) expect(refusal).toMatchObject({ status: 404, code: 'not_found' });
    const { signed_order } = await stage.secondRunner.runner.claim(stage.projectId, toolId);
    expect(signed_order.order.call.target).toBe(`runner:${machines.secondRunner}`);
  });

  it('refuses a result without a claim, with a stale fence, or from another runner [L6]', async () => {
    const toolId = await approved();
    const unclaimed = await refused(report(toolId, { status: 'completed' }));
    expect(unclaimed).toMatchObject({ status: 409, code: 'not_claimed' });
    const { fence } = await stage.runner.runner.claim(stage.projectId, toolId);
    const stale = await allRefused([
      report(toolId, { status: 'completed', fence: fence + 1 }),
      report(toolId, { status: 'completed', fence }, stage.secondRunner),
      stage.secondRunner.runner.renew(stage.projectId, toolId, fence),
      stage.runner.runner.renew(stage.projectId, toolId, fence + 1),
    ]);
    for (const refusal of stale) expect(refusal).toMatchObject({ status: 409, code: 'stale_fence' });
    expect(await read(toolId)).toMatchObject({ status: 'executing', runner_id: stage.ids.runner });
  });

  it('answers the same result again the same, and refuses another [L6, L4]', async () => {
    const { toolId, claim } = await claimed();
    const body = { status: 'completed', result: { n: 1 }, fence: claim.fence } as const;
    const first = await report(toolId, body);
    expect(await report(toolId, body)).toEqual(first);
    const others = await allRefused([
      report(toolId, { status: 'failed', error: 'no', fence: claim.fence }),
      report(toolId, { status: 'completed', result: { n: 2 }, fence: claim.fence }),
      report(toolId, body, stage.secondRunner),
    ]);
    for (const refusal of others) expect(refusal).toMatchObject({ status: 409 });
    expect(await read(toolId)).toMatchObject({ status: 'completed', result: { n: 1 } });
  });

  it('makes a call unknown when its lease lapses, and never offers it again [L6, L9]', async () => {
    const stream = await watchEvents(stage.owner, stage.projectId, { sessionId });
    const { toolId } = await claimed();
    stage.clock.advance(30_000);
    const told = await stream.next('tool.status', toolId, ({ status }) => status === 'unknown');
    expect(told.outcome).toMatchObject({ kind: 'unknown', should_retry: false });
    expect(await read(toolId)).toMatchObject({
      status: 'unknown',
      error_type: 'unknown',
      outcome: { kind: 'unknown' },
    });
    const runner = await startRunner(stage, { sessionId });
    const attempts = await allRefused([
      stage.runner.runner.claim(stage.projectId, toolId),
      stage.secondRunner.runner.claim(stage.projectId, toolId),
    ]);
    for (const refusal of attempts) expect(refusal).toMatchObject({ status: 409 });
    const later = await approved();
    await stage.agent.waitUntilSettled(stage.projectId, later);
    expect(runner.executed.map(({ tool_id }) => tool_id)).toEqual([later]);
  });

  it('keeps a call while its lease is renewed, and not past the time the tool may take [L5, L6]', async () => {
    const stream = await watchEvents(stage.owner, stage.projectId, { sessionId });
    const { toolId, claim } = await claimed();
    const timeoutMs = claim.signed_order.order.execution_timeout_ms;
    const renew = () => stage.runner.runner.renew(stage.projectId, toolId, claim.fence);
    let leaseUntil = Date.parse(claim.lease_expires_at);
    for (let lastLease = 0; leaseUntil > lastLease; ) {
      lastLease = leaseUntil;
      stage.clock.set(leaseUntil - 1);
      leaseUntil = Date.parse((await renew()).lease_expires_at);
    }
    expect(leaseUntil - Date.parse(claim.signed_order.order.issued_at)).toBe(timeoutMs + 5_000);
    stage.clock.set(leaseUntil);
    await stream.next('tool.status', toolId, ({ status }) => status === 'unknown');
    expect(await refused(renew())).toMatchObject({ status: 409 });
  });

  it('accepts the truth from the runner that held the claim, however late [L6]', async () => {
    const stream = await watchEvents(stage.owner, stage.projectId, { sessionId });
    const { toolId, claim } = await claimed();
    stage.clock.advance(30_000);
    await stream.next('tool.status', toolId, ({ status }) => status === 'unknown');
    const other = report(toolId, { status: 'completed', fence: claim.fence }, stage.secondRunner);
    expect(await refused(other)).toMatchObject({ status: 409, code: 'stale_fence' });
    const accepted = await report(toolId, { status: 'completed', result: 'late', fence: claim.fence });
    expect(accepted.status).toBe('completed');
    await stream.next('tool.result_ack', toolId);
    expect(await read(toolId)).toMatchObject({ status: 'completed', result: 'late' });
  });

  it('takes a runner at its word that it does not know [L6]', async () => {
    const { toolId, claim } = await claimed();
    expect((await report(toolId, { status: 'unknown', fence: claim.fence })).status).toBe('unknown');
    expect((await report(toolId, { status: 'unknown', fence: claim.fence })).status).toBe('unknown');
    expect((await report(toolId, { status: 'failed', error: 'found out', fence: claim.fence })).status).toBe('failed');
  });

  it('fails a call that no runner takes in time as such [L9, L6]', async () => {
    const stream = await watchEvents(stage.agent, stage.projectId, { sessionId });
    const toolId = await approved();
    stage.clock.advance(60_000);
    const told = await stream.next('tool.status', toolId, ({ status }) => status === 'failed');
    expect(told.outcome).toMatchObject({ kind: 'no_runner', should_retry: true });
    expect(await read(toolId)).toMatchObject({ status: 'failed', runner_id: null, outcome: { kind: 'no_runner' } });
    expect(await refused(stage.runner.runner.claim(stage.projectId, toolId))).toMatchObject({ status: 409 });
  });

  it('offers on connect what was approved while no runner was there [L2, P2]', async () => {
    const toolIds = [await approved(), await approved()];
    const runner = await startRunner(stage, { sessionId });
    for (const toolId of toolIds) await stage.agent.waitUntilSettled(stage.projectId, toolId);
    // It takes several at once, so they may end in any order.
    expect(runner.executed.map(({ tool_id }) => tool_id).sort()).toEqual(toolIds.sort());
    expect(runner.errors).toEqual([]);
  });

  it('signs orders that a runner can verify, and that cannot be changed, kept or used twice [L7]', async () => {
    const toolId = await approved();
    const { signed_order: signed } = await stage.runner.runner.claim(stage.projectId, toolId);
    const { public_key: publicKey, key_id } = await stage.runner.serverKey();
    const trusted = { publicKey, nowMs: stage.clock.now(), hasSeenNonce: () => false };
    expect(signed).toMatchObject({ key_id, order: { tool_id: toolId, digest: (await read(toolId)).digest } });
    expect(refuseOrder(signed, trusted)).toBeNull();

    const { order } = signed;
    const forged = { ...order.call, arguments: { ...order.call.arguments, command: 'rm' } };
    expect(refuseOrder({ ...signed, order: { ...order, call: forged } }, trusted)).toBe('signature');
    expect(refuseOrder({ ...signed, order: { ...order, digest: '0'.repeat(64) } }, trusted)).toBe('signature');
    const mirrored = signed.signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    expect(refuseOrder({ ...signed, signature: mirrored }, trusted)).toBe('signature');
    const expiresAt = Date.parse(order.expires_at);
    expect(refuseOrder(signed, { ...trusted, nowMs: expiresAt })).toBe('expired');
    expect(refuseOrder(signed, { ...trusted, nowMs: expiresAt - 1 })).toBeNull();
    expect(refuseOrder(signed, { ...trusted, hasSeenNonce: (nonce) => nonce === order.nonce })).toBe('replayed');
    // Signed by the right server, but for another call than it says.
    const swapped = { ...order, call: forged };
    const signature = stage.server.plane.signer.sign(orderText(swapped));
    expect(refuseOrder({ ...signed, order: swapped, signature }, trusted)).toBe('digest');
  });

  it('makes every order with a nonce of its own, the same each time it is told [L7]', async () => {
    const first = await watchEvents(stage.runner, stage.projectId);
    const toolIds = [await approved(), await approved()];
    const told = await Promise.all(toolIds.map((toolId) => first.next('tool.execution_signal', toolId)));
    const nonces = told.map(({ signed_order }) => signed_order!.order.nonce);
    expect(new Set(nonces).size).toBe(2);
    const second = await watchEvents(stage.runner, stage.projectId);
    const again = await second.next('tool.execution_signal', toolIds[0]!);
    expect(again.signed_order).toEqual(told[0]!.signed_order);
  });

  it('keeps the real arguments sealed in the database, and only until the call is settled [L10, G8]', async () => {
    const marker = `marker-${Date.now()}`;
    const toolId = await approvedCall(stage, {
      session_id: sessionId,
      tool_name: 'write_file',
      tool_params: { path: '.env', content: `DB_PASSWORD=${marker}` },
    });
    const sealed = () => rowsOf(stage.databaseUrl, `select sealed_arguments from tool_calls where id = '${toolId}'`);
    const { signed_order, fence } = await stage.runner.runner.claim(stage.projectId, toolId);
    expect(signed_order.order.call.arguments).toMatchObject({ content: `DB_PASSWORD=${marker}` });
    const [open] = await sealed();
    expect(Buffer.from(open!.sealed_arguments as Uint8Array).includes(marker)).toBe(false);
    await report(toolId, { status: 'completed', fence });
    expect(await sealed()).toEqual([{ sealed_arguments: null }]);
    for (const table of ['tool_calls', 'approvals', 'events', 'idempotency_keys', 'grants']) {
      expect(JSON.stringify(await rowsOf(stage.databaseUrl, `select * from ${table}`))).not.toContain(marker);
    }
  });

  it('masks secrets in parameters, result and error, for everyone but the runner [G8, L10]', async () => {
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const stream = await watchEvents(stage.owner, stage.projectId, { sessionId });
    const tool_params = { command: 'curl', args: ['-H', `Authorization: Bearer ${secret}`] };
    const toolId = await approvedCall(stage, { session_id: sessionId, tool_params });
    const { fence } = await stage.runner.runner.claim(stage.projectId, toolId);
    await report(toolId, {
      status: 'failed',
      error: `401 for ${secret}`,
      result: { stdout: `token: ${secret}`, nested: [{ api_key: 'plain' }] },
      fence,
    });
    await stream.next('tool.result_ack', toolId);
    const record = await read(toolId);
    expect(record.tool_params).toMatchObject({ args: ['-H', 'Authorization: Bearer ***REDACTED***'] });
    expect(record.error).toBe('401 for ***REDACTED***');
    expect(record.result).toEqual({ stdout: 'token: ***REDACTED***', nested: [{ api_key: '***REDACTED***' }] });
    expect(JSON.stringify(stream.seen)).not.toContain(secret);
    expect(JSON.stringify(await rowsOf(stage.databaseUrl, 'select * from events'))).not.toContain(secret);
  });
});
