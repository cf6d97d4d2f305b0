import type { Rest, Run } from '@countersign/agent';
import { type EventType, newId, type ProcessId, type RunId, type ToolCallId } from '@countersign/contract';
import type { Store } from '@countersign/control-plane';
import { createRedactor } from '@countersign/redaction';
import { openStore, sealingCipher } from '@countersign/store';
import {
  anEvent,
  aRun,
  describeOnEachDatabase,
  type FakeClock,
  fakeClock,
  type OpenDatabase,
} from '@countersign/testing';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { agentLimits } from './limits.ts';
import { RunWorker } from './run-worker.ts';

const waiting: Rest = { kind: 'waiting', callIds: [newId<ToolCallId>()] };
const over: Rest = { kind: 'over' };

/** A step that takes as long as it may. */
const untilStopped = (_runId: RunId, signal: AbortSignal) =>
  new Promise<Rest>((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind: 'interrupted' }));
  });

/** What one process was asked to go on with. Each of its steps ends when the test says so. */
type Process = {
  readonly id: ProcessId;
  readonly worker: RunWorker;
  readonly advanced: RunId[];
  readonly nudged: RunId[];
  readonly errors: unknown[];
};

describeOnEachDatabase('the worker of runs', (database) => {
  let place: OpenDatabase;
  let store: Store;
  let clock: FakeClock;

  beforeAll(async () => {
    place = await database.open();
    clock = fakeClock();
    store = await openStore(place.url, {
      cipher: sealingCipher(Buffer.alloc(32, 1)),
      redactor: createRedactor(),
      onFault: (fault) => expect.fail(String(fault)),
    });
  });

  afterAll(async () => {
    await store.close();
    await place.drop();
  });

  /** What a test left behind is nobody's work any more. */
  beforeEach(async () => {
    for (const { id } of await store.listActiveRuns(100)) await end(id);
  });

  const start = (
    step: (runId: RunId, signal: AbortSignal) => Promise<Rest> | Rest,
    { runsMax = 8, on = store } = {},
  ): Process => {
    const id = newId<ProcessId>();
    const advanced: RunId[] = [];
    const nudged: RunId[] = [];
    const errors: unknown[] = [];
    const worker = new RunWorker({
      plane: { store: on, clock },
      processId: id,
      runsMax,
      async advance(runId, signal) {
        advanced.push(runId);
        return step(runId, signal);
      },
      nudge: (runId) => nudged.push(runId),
      onError: (error) => errors.push(error),
    });
    onTestFinished(() => worker.close());
    return { id, worker, advanced, nudged, errors };
  };

  const say = (run: Run, type: EventType, subjectId: string = run.id) =>
    anEvent({ chainId: run.sessionId, projectId: run.projectId, type, subjectId });

  const ask = async (given: Partial<Run> = {}): Promise<Run> => {
    const run = aRun({ wakeAt: clock.now(), ...given });
    await store.commit({ guard: { kind: 'run', run }, events: [say(run, 'agent.queued')] });
    return run;
  };

  const write = async (run: Run, type: EventType, change: Partial<Run> = {}): Promise<Run> => {
    const next = { ...run, ...change, version: run.version + 1 };
    const { ok } = await store.commit({ guard: { kind: 'run', run: next }, events: [say(run, type)] });
    expect(ok).toBe(true);
    return next;
  };

  const settleCall = (run: Run) =>
    store.commit({ guard: { kind: 'none' }, events: [say(run, 'tool_call.completed', newId())] });

  /** A step of the loop that ends the run. */
  const end = async (runId: RunId): Promise<Rest> => {
    const run = (await store.loadRun(runId))!;
    const change = { status: 'completed', wakeAt: null, endedAt: clock.now() } as const;
    await write(run, 'agent.completed', change);
    return over;
  };

  /** A step of the loop after which it waits for a person. */
  const wait = async (runId: RunId): Promise<Rest> => {
    const run = (await store.loadRun(runId))!;
    if (run.status === 'queued') await write(run, 'agent.started', { status: 'running', phase: 'tools', wakeAt: null });
    return waiting;
  };

  const heldBy = async (runId: RunId): Promise<ProcessId | null> =>
    (await store.listActiveRuns(10)).find(({ id }) => id === runId)?.heldBy ?? null;

  it('takes a run up when it is asked for, and lets go of it when it waits [W1]', async () => {
    const { advanced } = start(wait);
    const run = await ask();
    await expect.poll(() => advanced).toEqual([run.id]);
    await expect.poll(() => heldBy(run.id)).toBeNull();
  });

  it('takes up what was asked for and what went on while nobody worked [W2]', async () => {
    const queued = await ask();
    const begun = await ask({ status: 'running', phase: 'tools', wakeAt: null });
    const { advanced } = start(wait);
    await expect.poll(() => [...advanced].sort()).toEqual([queued.id, begun.id].sort());
  });

  it('goes on when a call of the run is settled, and leaves runs of other sessions alone [W1]', async () => {
    const { advanced } = start(wait);
    const [run, other] = [await ask(), await ask()];
    await expect.poll(() => advanced.length).toBe(2);
    await expect.poll(() => heldBy(run.id)).toBeNull();
    await settleCall(run);
    await expect.poll(() => advanced.filter((id) => id === run.id).length).toBe(2);
    expect(advanced.filter((id) => id === other.id)).toHaveLength(1);
  });

  it('looks again where a call was settled while the loop came to rest [W2]', async () => {
    let turn = 0;
    const { advanced } = start(async (runId) => {
      turn += 1;
      if (turn > 1) return end(runId);
      const rest = await wait(runId);
      const heard = new Promise<void>((resolve) => {
        const stop = store.subscribe((events) => {
          if (!events.some(({ type }) => type === 'tool_call.completed')) return;
          stop();
          resolve();
        });
      });
      await settleCall((await store.loadRun(runId))!);
      await heard;
      return rest;
    });
    const run = await ask();
    await expect.poll(async () => (await store.loadRun(run.id))?.status).toBe('completed');
    expect(advanced).toEqual([run.id, run.id]);
  });

  it('looks again where a call was settled while it let go of the run [W2]', async () => {
    let run: Run;
    let isFirst = true;
    const settling: Store = {
      ...store,
      async commit(change) {
        const result = await store.commit(change);
        if (change.guard.kind === 'run_lease' && change.guard.until === null && isFirst) {
          isFirst = false;
          await settleCall(run);
        }
        return result;
      },
    };
    start(async (runId) => ((await store.loadRun(runId))!.status === 'queued' ? wait(runId) : end(runId)), {
      on: settling,
    });
    run = await ask();
    await expect.poll(async () => (await store.loadRun(run.id))?.status).toBe('completed');
  });

  it('goes on at the time that a run says [W4]', async () => {
    const { advanced } = start(async (runId) => {
      const run = (await store.loadRun(runId))!;
      if (run.status !== 'queued') return end(runId);
      const at = clock.now() + 60_000;
      await write(run, 'agent.started', { status: 'running', wakeAt: at });
      return { kind: 'later', at };
    });
    const run = await ask();
    await expect.poll(() => heldBy(run.id)).toBeNull();
    await expect.poll(() => advanced.length).toBe(1);
    clock.advance(59_000);
    clock.advance(1_000);
    await expect.poll(async () => (await store.loadRun(run.id))?.status).toBe('completed');
    expect(advanced).toHaveLength(2);
  });

  it('does the runs of a session one after the other, and those of others beside them [W1]', async () => {
    const ends = new Map<RunId, () => void>();
    const { advanced } = start(async (runId) => {
      await new Promise<void>((resolve) => ends.set(runId, resolve));
      return end(runId);
    });
    const first = await ask();
    const second = await ask({ projectId: first.projectId, sessionId: first.sessionId });
    const other = await ask();
    await expect.poll(() => [...advanced].sort()).toEqual([first.id, other.id].sort());
    ends.get(first.id)!();
    await expect.poll(() => advanced.includes(second.id)).toBe(true);
    for (const finish of ends.values()) finish();
    await expect.poll(async () => (await store.loadRun(other.id))?.status).toBe('completed');
  });

  it('works on so many at once and no more, and forgets none [W1]', async () => {
    let now = 0;
    let most = 0;
    const { advanced } = start(
      async (runId) => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return end(runId);
      },
      { runsMax: 3 },
    );
    const runs = await Promise.all(Array.from({ length: 20 }, () => ask()));
    await expect.poll(() => new Set(advanced).size).toBe(runs.length);
    expect(most).toBeLessThanOrEqual(3);
  });

  it('nudges what works on a run when a person changes it [W1]', async () => {
    let finish = (): void => undefined;
    const { nudged, advanced } = start(async (runId) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return end(runId);
    });
    const run = await ask();
    await expect.poll(() => advanced).toEqual([run.id]);
    await write(run, 'agent.stop_requested', { asked: 'cancel' });
    await expect.poll(() => nudged).toEqual([run.id]);
    finish();
  });

  it('takes up a run that is to end though another of its session goes on [W1]', async () => {
    const { advanced } = start(wait);
    const first = await ask();
    await expect.poll(() => advanced).toEqual([first.id]);
    const second = await ask({ projectId: first.projectId, sessionId: first.sessionId });
    await write(second, 'agent.stop_requested', { asked: 'cancel' });
    await expect.poll(() => advanced.includes(second.id)).toBe(true);
  });

  it('tries a run again after a while where it could not be worked on, never at once [W2]', async () => {
    let isBroken = true;
    const { advanced, errors } = start(async (runId) => {
      if (isBroken) throw new Error('no disk');
      return end(runId);
    });
    const run = await ask();
    await expect.poll(() => errors.length).toBe(1);
    await expect.poll(() => heldBy(run.id)).toBeNull();
    clock.advance(agentLimits.troubleMsFirst - 1);
    const healthy = await ask();
    await expect.poll(() => advanced.includes(healthy.id)).toBe(true);
    expect(advanced.filter((id) => id === run.id)).toHaveLength(1);
    isBroken = false;
    await expect
      .poll(async () => {
        clock.advance(agentLimits.troubleMsFirst);
        return (await store.loadRun(run.id))?.status;
      })
      .toBe('completed');
  });

  it('tries again what a person answered while it was in trouble [W2]', async () => {
    let isBroken = false;
    const { errors } = start(async (runId) => {
      if (isBroken) throw new Error('no disk');
      const run = (await store.loadRun(runId))!;
      return run.status === 'queued' ? wait(runId) : end(runId);
    });
    const run = await ask();
    await expect.poll(async () => (await store.loadRun(run.id))?.status).toBe('running');
    await expect.poll(() => heldBy(run.id)).toBeNull();
    isBroken = true;
    await settleCall(run);
    await expect.poll(() => errors.length).toBe(1);
    await write((await store.loadRun(run.id))!, 'agent.steered');
    await expect.poll(() => heldBy(run.id)).toBeNull();
    expect(errors).toHaveLength(1);
    isBroken = false;
    await expect
      .poll(async () => {
        clock.advance(agentLimits.troubleMsFirst);
        return (await store.loadRun(run.id))?.status;
      })
      .toBe('completed');
  });

  it('begins once the store answers, with what was there before [W2]', async () => {
    const begun = await ask({ status: 'running', phase: 'tools', wakeAt: null });
    let isDown = true;
    const down = async (): Promise<never> => {
      throw new Error('the database does not answer');
    };
    const shaky: Store = { ...store, listActiveRuns: (limit) => (isDown ? down() : store.listActiveRuns(limit)) };
    const { advanced, errors } = start(wait, { on: shaky });
    await expect.poll(() => errors.length).toBe(1);
    expect(advanced).toEqual([]);
    isDown = false;
    await expect
      .poll(() => {
        clock.advance(agentLimits.lookAgainMsMax);
        return advanced;
      })
      .toContain(begun.id);
  });

  it('leaves a run that another process works on alone, however often its calls move [W2]', async () => {
    const first = start(untilStopped);
    const run = await ask();
    await expect.poll(() => first.advanced).toEqual([run.id]);
    let tries = 0;
    const counted: Store = {
      ...store,
      commit(change) {
        if (change.guard.kind === 'run_lease') tries += 1;
        return store.commit(change);
      },
    };
    const second = start(wait, { on: counted });
    await write((await store.loadRun(run.id))!, 'agent.started', { status: 'running' });
    for (let settled = 0; settled < 20; settled += 1) {
      await settleCall(run);
      clock.advance(agentLimits.othersWaitMs);
    }
    await expect.poll(() => tries).toBeGreaterThan(0);
    expect(tries).toBeLessThanOrEqual(4);
    expect(second.advanced).toEqual([]);
  });

  it('lets one of two processes have a run, and the other when the first is gone [W2]', async () => {
    let isDead = false;
    const dying: Store = {
      ...store,
      commit: (change) => (isDead ? Promise.resolve({ ok: false }) : store.commit(change)),
    };
    const first = start(untilStopped, { on: dying });
    const run = await ask();
    await expect.poll(() => first.advanced).toEqual([run.id]);
    const second = start(wait);
    await expect.poll(() => heldBy(run.id)).toBe(first.id);
    isDead = true;
    expect(second.advanced).toEqual([]);
    await expect
      .poll(() => {
        clock.advance(agentLimits.holdMs);
        return second.advanced;
      })
      .toContain(run.id);
  });

  it('ends what is under way when it closes, and lets go of it [W2]', async () => {
    const { worker, advanced } = start(untilStopped);
    const run = await ask();
    await expect.poll(() => advanced).toEqual([run.id]);
    await worker.close();
    expect(await heldBy(run.id)).toBeNull();
    expect(worker.size).toBe(0);
  });
});
