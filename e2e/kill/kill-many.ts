import { newId } from '@countersign/contract';
import { audit } from './audit.ts';
import type { Moment } from './kill-point.ts';
import { type OpenStage, openStage } from './open-stage.ts';
import { type Played, play, settle } from './play.ts';
import { Chance, randomPoint, randomScript } from './random-script.ts';
import { RunnerProcess } from './runner-process.ts';

export type Summary = {
  readonly kills: number;
  readonly runnerKills: number;
  readonly byMoment: Readonly<Record<Moment | 'outside', number>>;
  readonly rounds: number;
  readonly calls: Readonly<Record<string, number>>;
  readonly checks: number;
  readonly violations: readonly string[];
};

/** Calls that live at the same time. */
const lanes = 3;
/** A round of three calls has some fifteen commits; a trap beyond them is not met. */
const commitsPerRound = 16;
/** Settled calls that are looked at again after every restart. */
const remembered = 12;

/** Lets random calls live and kills their server at random moments, until it has died often enough. */
export async function killMany(
  databaseUrl: string,
  options: { readonly kills: number; readonly seed: number; readonly onRound: (kills: number, rounds: number) => void },
): Promise<Summary> {
  const chance = new Chance(options.seed);
  const stage = await openStage(databaseUrl, () => async () => 'refused');
  const { server, ledger, owner } = stage;
  const runners = await Promise.all(
    Array.from({ length: lanes }, async () => {
      const body = { kind: 'runner', name: `runner ${newId()}`, project_id: stage.projectId } as const;
      const { secret } = await owner.call((client) => client.admin.createToken(body));
      return new RunnerProcess(server, secret, stage.place.notesPath);
    }),
  );
  const byMoment = { before: 0, during: 0, durable: 0, told: 0, outside: 0 };
  const played: Played[] = [];
  let rounds = 0;
  while (server.kills < options.kills && ledger.violations.length === 0) {
    rounds += 1;
    const killsBefore = server.kills;
    const point = chance.percent(90) ? randomPoint(chance, commitsPerRound) : null;
    const again = chance.percent(25) ? randomPoint(chance, 6) : null;
    server.killNext = again;
    const isOutside = point === null;
    if (isOutside) killAfter(stage, chance.below(12));
    else await server.setTrap(point);
    played.push(...(await playRound(stage, runners, chance, `${options.seed}-${rounds}`)));
    server.killNext = null;
    await server.setTrap(null);
    const died = server.kills - killsBefore;
    if (died > 0) byMoment[isOutside ? 'outside' : point.moment] += 1;
    if (died > 1 && again) byMoment[again.moment] += died - 1;
    ledger.forget(remembered);
    options.onRound(server.kills, rounds);
  }
  const calls = Object.groupBy(played, ({ status }) => status);
  const violations = [...ledger.violations, ...(await audit(stage.place, stage.projectId, played))];
  const runnerKills = runners.reduce((sum, { kills }) => sum + kills, 0);
  await Promise.all(runners.map((runner) => runner.stop()));
  const summary = {
    kills: server.kills,
    runnerKills,
    byMoment,
    rounds,
    calls: Object.fromEntries(Object.entries(calls).map(([status, list]) => [status, list!.length])),
    checks: ledger.checks,
    violations,
  };
  await stage.close();
  return summary;
}

async function playRound(stage: OpenStage, runners: readonly RunnerProcess[], chance: Chance, name: string) {
  const { server, projectId, publicKey } = stage;
  const scripts = runners.map((_, lane) => randomScript(chance, `${name}-${lane}`));
  const round = await Promise.all(
    runners.map((runner, lane) => {
      const run: OpenStage['run'] = (toolId, { renewals, report, runnerDeath }) =>
        runner.run({ projectId, toolId, publicKey, now: server.now, renewals, report, dieAt: runnerDeath });
      return play({ ...stage, run }, scripts[lane]!);
    }),
  );
  const settled = await settle(stage, round);
  for (const [lane, { toolId, script }] of round.entries()) {
    if (script.tool !== 'note') await refuseGreed(stage, runners[(lane + 1) % lanes]!, toolId);
  }
  return settled;
}

/** A runner that asks for what is over must not get it. */
async function refuseGreed(stage: OpenStage, runner: RunnerProcess, toolId: string): Promise<void> {
  const { projectId, publicKey, server, ledger } = stage;
  const job = { projectId, toolId, publicKey, now: server.now, renewals: 0, report: 'completed', dieAt: null } as const;
  const end = await runner.run(job);
  if (end !== 'refused') ledger.broken(toolId, `was given away again, and ${end}`);
}

/** Kills from outside when so many requests have been sent. */
function killAfter({ server, owner, agent }: OpenStage, requests: number): void {
  let left = requests;
  const count = (): void => {
    left -= 1;
    if (left !== 0) return;
    server.kill();
  };
  owner.onRequest = count;
  agent.onRequest = count;
}
