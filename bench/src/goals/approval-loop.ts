import { compare } from '../compare.ts';
import { type Bench, type Experiment, type Finding, findingOf } from '../experiment.ts';
import { findVoidReason } from '../find-void-reason.ts';
import { interleave, type Rounds } from '../interleave.ts';
import { aiSdk, dbos, langGraph, mastra, openaiAgents, type Peer, restate } from '../peers.ts';
import { summarise } from '../summarise.ts';

const MANY = '32 at once';
const ONE = '1 at a time';
const BASELINE = 'sqlite-commit-each';

const peersOfGoal: Readonly<Record<number, readonly Peer[]>> = {
  1: [langGraph],
  2: [langGraph, dbos],
  3: [openaiAgents, aiSdk, mastra, restate, dbos],
};

/** Ask, approve, execute, durably: ours over REST and SSE with a server of its own, the peers in their own process. */
export const approvalLoop: Experiment = {
  name: 'approval loop',
  goals: [1, 2, 3],
  async measure(bench) {
    const goals = this.goals.filter((goal) => bench.goals.has(goal));
    const ours = bench.contenders.own('approval-loop');
    const peers = [...new Set(goals.flatMap((goal) => peersOfGoal[goal] ?? []))];
    const rounds = await interleave({
      contenders: [bench.contenders.baseline(BASELINE), ours, ...peers.map((peer) => bench.contenders.peer(peer))],
      loads: loadsFor(goals, bench),
      rounds: bench.rounds,
      progress: bench.progress,
    });
    const voidReason = findVoidReason(rounds, BASELINE);
    const findings = goals.flatMap((goal) => findingsOf[goal]?.(rounds, ours.name) ?? []);
    return { findings, leftOut: rounds.leftOut, rounds, ...(voidReason ? { voidReason } : {}) };
  },
};

function loadsFor(goals: readonly number[], { ms }: Bench) {
  return {
    ...(goals.includes(2) ? { [ONE]: { concurrency: 1, ms } } : {}),
    ...(goals.includes(1) || goals.includes(3) ? { [MANY]: { concurrency: 32, ms } } : {}),
  };
}

const findingsOf: Readonly<Record<number, (rounds: Rounds, ours: string) => Finding[]>> = {
  1: (rounds, ours) =>
    findingOf('1', compare(rounds, { load: MANY, metric: 'perSecond', ours, theirs: [langGraph.name] })),
  2: (rounds, ours) =>
    [langGraph, dbos].flatMap((peer) =>
      findingOf(`2-${peer.directory}`, compare(rounds, { load: ONE, metric: 'p50Us', ours, theirs: [peer.name] })),
    ),
  3: (rounds, ours) => {
    const theirs = peersOfGoal[3]!.map((peer) => peer.name);
    const taking = summarise(rounds).filter(({ load, contender }) => load === MANY && theirs.includes(contender));
    const fastest = taking.reduce((best, row) => (row.perSecond > best.perSecond ? row : best), taking[0]!);
    const note = `fastest is ${fastest?.contender}, of ${taking.length} of ${theirs.length} peers`;
    return findingOf('3', compare(rounds, { load: MANY, metric: 'perSecond', ours, theirs }), note);
  },
};
