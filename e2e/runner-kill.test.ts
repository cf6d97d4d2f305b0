import { readFileSync, rmSync } from 'node:fs';
import { databases, hasSandbox } from '@countersign/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { patient } from './harness/child-env.ts';
import { watchEvents } from './harness/recorder.ts';
import { ask } from './harness/run-through.ts';
import { newFolder } from './harness/runner-process.ts';
import { useStage } from './harness/stage.ts';
import { type KillableRunner, pairKillable, runsOf, type Step, startKillable } from './runner-kill/kill-stage.ts';

// Nothing here takes long; starting processes does where many do at once.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** More rounds: `npm run test:kill-runner`. */
const rounds = Number(process.env.COUNTERSIGN_RUNNER_KILLS ?? 1);
const roundMsMax = 120_000;
const leaseMs = 30_000;

describe.skipIf(!hasSandbox)('a runner process that is killed', () => {
  const root = newFolder('countersign-kill-');
  const dataDir = newFolder('countersign-kill-data-');
  const stage = useStage(databases[0]!, { config: { ...patient, toolAllowedRoots: [root], leaseMs } });
  let stateFolder: string;
  let made = 0;

  beforeAll(async () => {
    stage.clock.set(Date.now());
    stateFolder = await pairKillable(stage, root, dataDir);
  });
  beforeEach(() => stage.clock.set(Date.now()));
  afterAll(() => {
    for (const folder of [root, dataDir]) rmSync(folder, { recursive: true, force: true });
  });

  const start = (dieAt: Step | null) => startKillable({ stateFolder, roots: [root], dieAt });

  /** An approved command that leaves a line each time it runs. */
  const approve = async (more = '') => {
    made += 1;
    const name = `ran-${made}.txt`;
    const events = await watchEvents(stage.owner, stage.projectId);
    const { toolId, approvalId } = await ask(
      stage,
      'bash',
      { cmd: `echo ran >> ${name}; echo printed${more}` },
      events,
    );
    await stage.owner.approvals.approve(await stage.owner.approvals.get(stage.projectId, approvalId!));
    events.stop();
    return { toolId, runs: () => runsOf(root, name) };
  };
  /** What the caller is told in the end; a lease that nobody renews runs out. */
  const settled = async (toolId: string, runner: KillableRunner) => {
    const done = stage.agent.waitUntilSettled(stage.projectId, toolId);
    const isTold = ({ type, call }: { type: string; call?: { toolId: string } | null }): boolean =>
      call?.toolId === toolId && ['call.reported', 'call.over', 'report.refused'].includes(type);
    const told = runner.lines.first(`the end of ${toolId}`, isTold).catch(() => null);
    const first = await Promise.race([done, told.then(() => done)]);
    return first.status;
  };

  it.each([
    // Nothing was claimed: it is offered again, and runs once.
    { dieAt: 'call.verified', status: 'completed', runs: 1 },
    { dieAt: 'call.journalled', status: 'completed', runs: 1 },
    // It had begun, and nobody saw the end.
    { dieAt: 'call.started', status: 'unknown', runs: 0 },
    { dieAt: 'call.output', status: 'unknown', runs: 1 },
    // The end was written down: it is told, and nothing runs again.
    { dieAt: 'call.finished', status: 'completed', runs: 1 },
    { dieAt: 'call.reported', status: 'completed', runs: 1 },
    { dieAt: 'call.over', status: 'completed', runs: 1 },
  ] as const)('at $dieAt runs nothing twice, and says what it knows: $status [L6]', async ({ dieAt, status, runs }) => {
    const first = await start(dieAt);
    const call = await approve(dieAt === 'call.output' ? '; sleep 20' : '');
    await first.dead;
    const second = await start(null);
    expect(await settled(call.toolId, second)).toBe(status);
    expect(call.runs()).toBe(runs);
    await second.kill();
  });

  it('between the claim and the journal is unknown when its lease is over [L6]', async () => {
    const first = await start('call.claimed');
    const call = await approve();
    await first.dead;
    const second = await start(null);
    stage.clock.advance(leaseMs + 1);
    const { status } = await stage.agent.waitUntilSettled(stage.projectId, call.toolId);
    expect([status, call.runs()]).toEqual(['unknown', 0]);
    await second.kill();
  });

  it('leaves no command behind that goes on [L6, T6]', async () => {
    const first = await start('call.output');
    const call = await approve('; sleep 1; echo late >> late.txt');
    await first.dead;
    const second = await start(null);
    expect(await settled(call.toolId, second)).toBe('unknown');
    // Longer than the command would have taken: a second call tells that time has passed.
    const wait = await approve('; sleep 1.5');
    expect(await settled(wait.toolId, second)).toBe('completed');
    expect([call.runs(), runsOf(root, 'late.txt')]).toEqual([1, 0]);
    await second.kill();
  });

  it('loses the process that starts commands: the call is unknown, and the next one runs [L6, T8]', async () => {
    const runner = await start(null);
    const call = await approve('; sleep 20');
    await runner.lines.first('output', (line) => line.type === 'call.output' && line.call?.toolId === call.toolId);
    for (const pid of helpersOf(runner.child.pid!)) process.kill(pid, 'SIGKILL');
    expect(await settled(call.toolId, runner)).toBe('unknown');
    const next = await approve();
    expect(await settled(next.toolId, runner)).toBe('completed');
    expect([call.runs(), next.runs()]).toEqual([1, 1]);
    await runner.kill();
  });

  it(
    'at any moment runs nothing twice [L6]',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        stage.clock.set(Date.now());
        const first = await start(null);
        const calls = await Promise.all([approve(), approve('; sleep 0.05'), approve()]);
        // Any moment of their lives; which one it is makes no difference to what has to hold.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
        await first.kill();
        const second = await start(null);
        // A claim of which nobody knows runs out.
        stage.clock.advance(leaseMs + 1);
        for (const call of calls) {
          const { status } = await stage.agent.waitUntilSettled(stage.projectId, call.toolId);
          expect(['completed', 'unknown', 'failed']).toContain(status);
          expect(call.runs()).toBeLessThanOrEqual(1);
          if (status === 'completed') expect(call.runs()).toBe(1);
        }
        await second.kill();
      }
    },
    rounds * roundMsMax,
  );
});

/** The processes from which a runner starts commands. */
function helpersOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('helper'));
}
