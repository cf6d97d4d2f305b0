import { databases, describeOnEachDatabase, type OpenDatabase } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from './audit.ts';
import type { KillPoint } from './kill-point.ts';
import { type OpenStage, openStage } from './open-stage.ts';
import { Persistent } from './persistent.ts';
import { type Played, type Playing, play, type Script, settle } from './play.ts';
import { runJob } from './runner.ts';

/** Commits of one scenario: five of a call on a runner, four of one in the server, two of one that nobody decides. */
const commits = 11;
const moments = ['before', 'durable', 'told'] as const;
/** Every moment of every commit on each database: `npm run test:kill-points`. Else every other commit, on one, at one. */
const isEvery = process.env.COUNTERSIGN_KILL_POINTS === 'all';

function pointsOn(databaseName: string): KillPoint[] {
  const shift = databases.findIndex(({ name }) => name === databaseName);
  return Array.from({ length: commits }, (_, index) => index + 1).flatMap((commit) => {
    if (isEvery) return moments.map((moment): KillPoint => ({ commit, moment, turns: 0 }));
    if (commit % 2 === 0 || Math.floor(commit / 2) % databases.length !== shift) return [];
    return [{ commit, moment: moments[commit % moments.length]!, turns: 0 }];
  });
}

const plain = { renewals: 1, report: 'completed', runnerDeath: null } as const;
const scripts: readonly Omit<Script, 'key'>[] = [
  { ...plain, tool: 'write_file', decision: 'approve' },
  { ...plain, tool: 'note', decision: 'edit' },
  { ...plain, tool: 'write_file', decision: 'expire' },
];

describeOnEachDatabase('a server that is killed at any commit', (database) => {
  let place: OpenDatabase;
  let stage: OpenStage;
  const points = pointsOn(database.name);
  const played: Played[] = [];

  beforeAll(async () => {
    place = await database.open();
    stage = await openStage(place.url, ({ server, projectId, publicKey, runnerToken, place: { notesPath } }) => {
      const runner = new Persistent(server, runnerToken);
      return (toolId, { renewals, report }) => {
        const job = { projectId, toolId, publicKey, now: server.now, renewals, report, dieAt: null };
        return runJob(runner, job, { notesPath, die: () => {} });
      };
    });
  });
  afterAll(async () => {
    await stage.close();
    await place.drop();
  });

  const playAll = async (name: string): Promise<void> => {
    const round: Playing[] = [];
    for (const [index, script] of scripts.entries())
      round.push(await play(stage, { ...script, key: `${name}-${index}` }));
    played.push(...(await settle(stage, round)));
    stage.ledger.forget(3);
  };

  it('is asked for so many commits by the scenario [L3]', async () => {
    await stage.server.setTrap(null);
    await playAll('dry');
    expect(await stage.server.setTrap(null)).toBe(commits);
    expect(stage.server.kills).toBe(0);
  });

  it.each(points)(
    'loses nothing and runs nothing twice: commit $commit, $moment [L2, L3, L4, L6, L8]',
    async (point) => {
      const { server, ledger } = stage;
      const killsBefore = server.kills;
      await server.setTrap(point);
      await playAll(`${point.commit}-${point.moment}`);
      await server.died(killsBefore + 1);
      expect(server.kills).toBe(killsBefore + 1);
      expect(ledger.violations).toEqual([]);
    },
  );

  it('leaves rows, log and executions that tell one story [L6, L7, S3]', async () => {
    expect(stage.ledger.checks).toBe(points.length);
    expect(await audit(stage.place, stage.projectId, played)).toEqual([]);
  });
});

/** The first user, the first project, the first credential, the link, the start. */
const firstCommits = 5;
const firstPoints: readonly KillPoint[] = [
  { commit: 1, moment: 'before', turns: 0 },
  ...Array.from({ length: firstCommits }, (_, index) => ({ commit: index + 1, moment: 'durable', turns: 0 }) as const),
];

describe('a server that is killed on its first way up', () => {
  it.each(firstPoints)('is whole at the next try: commit $commit, $moment [L2, S1, S3]', async (point) => {
    const place = await databases[0]!.open();
    const stage = await openStage(place.url, () => async () => 'refused', point);
    expect(stage.server.kills).toBe(1);
    // The token in the file is the one that is valid, and there is one user and one project to use it for.
    expect((await stage.owner.call((client) => client.admin.listUsers())).users).toHaveLength(1);
    expect((await stage.owner.call((client) => client.projects())).projects).toHaveLength(1);
    expect(await audit(stage.place, stage.projectId, [])).toEqual([]);
    await stage.close();
    await place.drop();
  });
});
