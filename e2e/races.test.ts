import { describeOnEachDatabase } from '@countersign/testing';
import { beforeEach, expect, it } from 'vitest';
import { approvedCall, askFor, newSession, npmTest } from './harness/calls.ts';
import { outcomes } from './harness/outcomes.ts';
import { watchEvents } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { useStage } from './harness/stage.ts';
import { startRunner } from './harness/test-runner.ts';

const rounds = 10;

describeOnEachDatabase('races', (database) => {
  const stage = useStage(database);
  let session_id: string;

  beforeEach(async () => {
    session_id = await newSession(stage);
  });

  const call = (toolId: string) => stage.owner.toolCalls.get(stage.projectId, toolId);
  const eventsAbout = async (toolId: string) =>
    (await stage.server.plane.store.listEvents({ after: 0, limit: 10_000, chainId: session_id }))
      .filter(({ subjectId }) => subjectId === toolId)
      .map(({ type }) => type);

  it('have one winner among a hundred deciders, and a record that says so [L4, L3]', async () => {
    const { approval, call: asked } = await askFor(stage, { session_id });
    const deciders = Array.from({ length: 100 }, (_, index) => {
      const client = index % 2 ? stage.owner : stage.member;
      switch (index % 4) {
        case 0:
          return client.approvals.approve(approval);
        case 1:
          return client.approvals.reject(approval, `reason ${index}`);
        case 2:
          return client.approvals.edit(approval, { ...npmTest.tool_params, args: [`${index}`] });
        default:
          return client.approvals.decide(approval, { decision: 'approve', scope: 'class' });
      }
    });
    const { values, codes } = await outcomes(deciders);
    expect(values.length).toBeGreaterThan(0);
    expect(new Set(values.map(({ decision, grant }) => JSON.stringify([decision, grant]))).size).toBe(1);
    expect(new Set(codes)).toEqual(new Set(['already_decided']));
    expect(values.length + codes.length).toBe(100);

    const { decision, status } = values[0]!;
    const after = await stage.owner.approvals.get(stage.projectId, approval.approval_id);
    expect(after).toMatchObject({ status, decision });
    expect((await eventsAbout(asked.tool_id)).filter((type) => type === 'approval.decided')).toHaveLength(1);
    expect((await call(asked.tool_id)).version).toBe(2);
    const { grants } = await stage.owner.grants.list(stage.projectId, { session_id });
    expect(grants).toHaveLength(decision.grant_id === null ? 0 : 1);
  });

  it('between a decision and the deadline end in one of the two, never both [L4, L5]', async () => {
    const stream = await watchEvents(stage.owner, stage.projectId, { sessionId: session_id });
    for (let round = 0; round < rounds; round += 1) {
      const { approval, call: asked } = await askFor(stage, { session_id });
      stage.clock.advance(299_999);
      const deciding = [stage.owner.approvals.approve(approval), stage.member.approvals.approve(approval)];
      stage.clock.advance(1);
      const { values, codes } = await outcomes(deciding);
      const resolved = await stream.next('approval.resolved', approval.approval_id);
      const record = await call(asked.tool_id);
      if (values.length > 0) expect([resolved.status, codes]).toEqual(['approved', []]);
      else {
        expect(resolved.status).toBe('expired');
        expect(codes).toEqual(['approval_expired', 'approval_expired']);
        expect(record.status).toBe('timeout');
      }
      const ends = (await eventsAbout(asked.tool_id)).filter((type) => /^approval\.(decided|expired)$/.test(type));
      expect(ends).toHaveLength(1);
    }
  });

  it('between a claim and a cancel end in one of the two [L6]', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const toolId = await approvedCall(stage, { session_id });
      const claiming = stage.runner.runner.claim(stage.projectId, toolId);
      const cancelling = stage.agent.toolCalls.cancel(stage.projectId, toolId);
      const [{ values: claims, codes }, { values: cancels }] = await Promise.all([
        outcomes([claiming]),
        outcomes([cancelling]),
      ]);
      const record = await call(toolId);
      expect(cancels).toHaveLength(1);
      if (claims.length === 1) {
        expect(record).toMatchObject({ status: 'executing', cancel_requested_at: expect.any(String) });
      } else {
        expect(codes).toEqual(['illegal_transition']);
        expect(record).toMatchObject({ status: 'cancelled', runner_id: null });
      }
    }
  });

  it('between a result and the end of the lease keep the result [L6]', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const toolId = await approvedCall(stage, { session_id });
      const { fence } = await stage.runner.runner.claim(stage.projectId, toolId);
      const reporting = stage.runner.runner.result(stage.projectId, toolId, { status: 'completed', result: 1, fence });
      stage.clock.advance(30_000);
      expect(await reporting).toMatchObject({ status: 'completed' });
      expect(await call(toolId)).toMatchObject({ status: 'completed', result: 1 });
    }
  });

  it('of two runners for the same orders run each order once [L6]', async () => {
    const [laptop, desktop] = await Promise.all([
      startRunner(stage, { sessionId: session_id }),
      startRunner(stage, { sessionId: session_id, client: stage.secondRunner }),
    ]);
    const toolIds = await Promise.all(Array.from({ length: 20 }, () => approvedCall(stage, { session_id })));
    await Promise.all(toolIds.map((toolId) => stage.agent.waitUntilSettled(stage.projectId, toolId)));
    const executed = [...laptop.executed, ...desktop.executed].map(({ tool_id }) => tool_id);
    expect(executed.sort()).toEqual([...toolIds].sort());
    for (const error of [...laptop.errors, ...desktop.errors])
      expect(error).toMatchObject({ details: { status: 409 } });
  });

  it('between requests and the revocation of their token end with the revocation [A5]', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const made = await stage.owner.admin.createToken({ kind: 'user', name: 'spare', user_id: stage.ids.member });
      const client = stage.client(made.secret);
      const before = outcomes(Array.from({ length: 20 }, () => client.whoAmI()));
      const revoking = stage.owner.admin.revokeToken(made.token.token_id);
      const meanwhile = outcomes(Array.from({ length: 20 }, () => client.whoAmI()));
      await revoking;
      expect(await refused(client.whoAmI())).toMatchObject({ status: 401 });
      const codes = [...(await before).codes, ...(await meanwhile).codes];
      expect(new Set([...codes, 'unauthenticated'])).toEqual(new Set(['unauthenticated']));
      expect(await refused(client.whoAmI())).toMatchObject({ status: 401 });
    }
  });

  it('between those who revoke a grant change it once [L3, A2]', async () => {
    const { approval } = await askFor(stage, { session_id });
    const { grant } = await stage.owner.approvals.approve(approval, { scope: 'class' });
    const revoking = Array.from({ length: 10 }, () => stage.owner.grants.revoke(stage.projectId, grant!.grant_id));
    const { values } = await outcomes(revoking);
    expect(new Set(values.map(({ revoked_at }) => revoked_at)).size).toBe(1);
    const log = await stage.server.plane.store.listEvents({ after: 0, limit: 10_000, chainId: session_id });
    expect(log.filter(({ type }) => type === 'grant.revoked')).toHaveLength(1);
  });
});
