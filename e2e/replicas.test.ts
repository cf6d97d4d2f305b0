import { databases } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { askFor, npmTest } from './harness/calls.ts';
import { outcomes } from './harness/outcomes.ts';
import { watchEvents } from './harness/recorder.ts';
import { ownStage, type Stage } from './harness/stage.ts';
import { startRunner } from './harness/test-runner.ts';

const rounds = 10;

const postgres = databases.find(({ name }) => name === 'postgres')!;

describe.skipIf(postgres.isMissing)('two servers on one PostgreSQL database', () => {
  const replicas = async (): Promise<[Stage, Stage]> => {
    const first = await ownStage(postgres);
    return [first, await ownStage(postgres, { beside: first })];
  };

  it('decide an approval once between them [S2, L4]', async () => {
    const [one, two] = await replicas();
    for (let round = 0; round < rounds; round += 1) {
      const { approval } = await askFor(one);
      const { values, codes } = await outcomes([
        one.owner.approvals.approve(approval),
        two.member.approvals.reject(approval),
        one.member.approvals.reject(approval),
        two.owner.approvals.approve(approval),
      ]);
      expect(new Set(values.map(({ decision }) => JSON.stringify(decision))).size).toBe(1);
      expect(values).toHaveLength(2);
      expect(codes).toEqual(['already_decided', 'already_decided']);
    }
  });

  it('carry a call asked at one, decided at the other, run from either and watched at both [S2, L2, A7]', async () => {
    const [one, two] = await replicas();
    const [here, there] = [await watchEvents(one.owner, one.projectId), await watchEvents(two.owner, two.projectId)];
    await startRunner(two);
    const waiting = one.agent.executeTool(one.projectId, { ...npmTest, wait_ms: 60_000 });
    const asked = await there.first('the request', ({ event }) => event === 'tool.approval_request');
    const { approval_id, tool_id } = asked.data as { approval_id: string; tool_id: string };
    await two.owner.approvals.approve(await two.owner.approvals.get(two.projectId, approval_id));
    expect(await waiting).toMatchObject({ tool_id, status: 'completed' });
    await Promise.all([here, there].map((stream) => stream.next('tool.result_ack', tool_id)));
    expect(here.about(tool_id)).toEqual(there.about(tool_id));
    expect(here.about(tool_id).map(({ event }) => event)).toEqual([
      'tool.approval_request',
      'approval.resolved',
      'tool.execution_signal',
      'tool.status',
      'tool.result_ack',
    ]);
  });

  it('refuse a token at both as soon as it is revoked at one [S2, A5]', async () => {
    const [one, two] = await replicas();
    const made = await one.owner.admin.createToken({ kind: 'user', name: 'spare', user_id: one.ids.member });
    const client = two.client(made.secret);
    const stream = await watchEvents(client, two.projectId);
    await one.owner.admin.revokeToken(made.token.token_id);
    expect(await stream.ended).toMatchObject({ code: 'unauthenticated' });
  });

  it('resume each other’s streams without loss [S2, P2]', async () => {
    const [one, two] = await replicas();
    const first = await watchEvents(one.owner, one.projectId);
    const { call: before } = await askFor(one);
    await first.next('tool.approval_request', before.tool_id);
    first.stop();
    const { call: between } = await askFor(one);
    const second = await watchEvents(two.owner, two.projectId, { after: first.seen.at(-1)!.id! });
    const { call: after } = await askFor(one);
    await second.next('tool.approval_request', after.tool_id);
    expect(second.seen.map(({ data }) => (data as { tool_id: string }).tool_id)).toEqual([
      between.tool_id,
      after.tool_id,
    ]);
  });

  it('expire an approval once between them [S2, L5]', async () => {
    const [one, two] = await replicas();
    const stream = await watchEvents(two.owner, two.projectId);
    const { call: asked } = await askFor(one);
    one.clock.advance(300_000);
    await stream.next('tool.status', asked.tool_id, ({ status }) => status === 'timeout');
    const log = await one.server.plane.store.listEvents({ after: 0, limit: 1_000 });
    expect(log.filter(({ type }) => type === 'approval.expired')).toHaveLength(1);
  });
});
