import { verifyStore } from '@countersign/control-plane';
import { openStore } from '@countersign/store';
import { describeOnEachDatabase, type OpenDatabase } from '@countersign/testing';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { KillPoint, Moment } from '../kill/kill-point.ts';
import { type AgentStage, answer, openAgentStage, paths } from './open-stage.ts';

// Nothing here takes long; starting processes does where many do at once.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const moments: readonly Moment[] = ['before', 'durable', 'told'];
/** Every commit at every moment: `npm run test:kill-agent`. */
const isEvery = process.env.COUNTERSIGN_AGENT_KILLS === 'all';
/** No run of these ten calls asks for more commits than this; how they are put together differs from run to run. */
const commitsMax = 48;
/** Otherwise one in so many, each at the next moment. */
const step = isEvery ? 1 : 12;

const points: readonly KillPoint[] = Array.from({ length: Math.ceil(commitsMax / step) }, (_, index) => index).flatMap(
  (index) => {
    const chosen = isEvery ? moments : [moments[index % moments.length]!];
    return chosen.map((moment) => ({ commit: index * step + 1, moment, turns: 0 }));
  },
);

describeOnEachDatabase('an agent whose process is killed at any commit', (database) => {
  let place: OpenDatabase;
  let stage: AgentStage;

  beforeAll(async () => {
    place = await database.open();
    stage = await openAgentStage(place.url);
  });
  afterAll(async () => {
    await stage.close();
    await place.drop();
  });
  beforeEach(() => {
    stage.runner.executed.length = 0;
  });

  const expectRight = async (): Promise<void> => {
    const run = await stage.run();
    expect(run).toMatchObject({ status: 'completed', answer, usage: { turns: 6, tool_calls: 10 } });
    expect([...stage.runner.executed].sort()).toEqual(paths);
    expect(stage.runner.errors).toEqual([]);
    const { nodes } = await stage.owner.call((client) => client.eventLog.tree(stage.projectId, { id: run.run_id }));
    const kinds = (kind: string) => nodes.filter((node) => node.kind === kind).length;
    expect([kinds('agent'), kinds('turn'), kinds('tool_call')]).toEqual([1, 6, 10]);
  };

  it('does its ten calls where nobody kills it, in so many commits [W2]', async () => {
    await stage.server.setTrap(null);
    await expectRight();
    const commits = await stage.server.setTrap(null);
    expect(commits).toBeGreaterThan(30);
    expect(commits).toBeLessThanOrEqual(commitsMax);
  });

  it.each(points)('answers rightly and does nothing twice: commit $commit, $moment [W2, L6]', async (point) => {
    const killsBefore = stage.server.kills;
    await stage.server.setTrap(point);
    await expectRight();
    // A commit that this run did not ask for kills nobody.
    const commits = await stage.server.setTrap(null);
    if (stage.server.kills === killsBefore) expect(commits).toBeLessThan(point.commit);
    else expect(stage.server.kills).toBe(killsBefore + 1);
  });

  it('leaves a log that fits together, in which the dead are named [W2, W5, S3]', async () => {
    const store = await openStore(place.url);
    try {
      expect((await verifyStore(store)).broken).toBeNull();
      const system = await store.listEvents({ after: 0, limit: 100_000, chainId: 'system' });
      const crashed = system.filter(({ type }) => type === 'process.crashed');
      expect(crashed).toHaveLength(stage.server.kills);
    } finally {
      await store.close();
    }
  });
});
