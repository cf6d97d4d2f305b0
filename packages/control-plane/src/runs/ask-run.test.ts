import { isEnded, type Run } from '@countersign/agent';
import { newId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { eventsOf, refusalOf } from '../../test/acts.ts';
import { post } from '../../test/chat.ts';
import { useScene } from '../../test/plane.ts';
import { type AskedOfRun, askRun } from '../index.ts';

describeOnEachDatabase('asking something of a run', (database) => {
  const scene = useScene(database);
  const asked = (run: Run, what: AskedOfRun, by = scene.bob) => askRun(scene.plane, by, scene.projectId, run.id, what);
  const stop = { kind: 'stop', reason: 'Enough.' } as const;
  const put = async (run: Run): Promise<Run> => {
    expect((await scene.plane.store.commit({ guard: { kind: 'run', run }, events: [] })).ok).toBe(true);
    return run;
  };
  const isDue = async (run: Run) =>
    (await scene.plane.store.listRunnable(scene.clock.now(), 100)).some(({ id }) => id === run.id);

  it('to stop makes it due at once, so that somebody does it, also one that rests or waits its turn [W1]', async () => {
    const { run } = await post(scene);
    const paused = await put({ ...run, version: 2, status: 'paused', startedAt: 1, wakeAt: null });
    const later = (await post(scene, { sessionId: run.sessionId })).run;
    expect([await isDue(paused), await isDue(later)]).toEqual([false, false]);
    for (const one of [paused, later]) {
      const stopped = await asked(one, stop);
      expect(stopped).toMatchObject({ asked: 'cancel', askedBy: scene.bob.name, askedReason: 'Enough.' });
      expect(await isDue(one)).toBe(true);
      // Again it changes nothing.
      expect(await asked(one, stop)).toEqual(stopped);
    }
    const [last] = (await eventsOf(scene, later.id)).slice(-1);
    expect(last).toMatchObject({
      type: 'agent.stop_requested',
      actor: `user:${scene.bob.id}`,
      data: { by: scene.bob.name, reason: 'Enough.' },
    });
  });

  it('to pause and to go on are told in the log, and asking again changes nothing [W1]', async () => {
    const { run } = await post(scene);
    const pausing = await asked(run, { kind: 'pause' });
    expect(pausing.asked).toBe('pause');
    expect(await asked(run, { kind: 'pause' })).toEqual(pausing);
    expect((await asked(run, { kind: 'resume' })).asked).toBeNull();
    const paused = await put({ ...run, version: 4, status: 'paused', wakeAt: null });
    const resumed = await asked(paused, { kind: 'resume' });
    expect(resumed).toMatchObject({ status: 'queued', wakeAt: scene.clock.now() });
    expect(await asked(resumed, { kind: 'resume' })).toEqual(resumed);
    const types = (await eventsOf(scene, run.id)).map(({ type }) => type);
    expect(types).toEqual(['agent.queued', 'agent.pause_requested', 'agent.resumed', 'agent.resumed']);
  });

  it('finds the row as it is, while the loop moves it [W1, L3]', async () => {
    const { run } = await post(scene);
    const other = await scene.beside();
    const moving = async () => {
      for (let turn = 1; turn <= 5; turn += 1) {
        const row = (await other.store.loadRun(run.id))!;
        await other.store.commit({
          guard: { kind: 'run', run: { ...row, version: row.version + 1, turn } },
          events: [],
        });
      }
    };
    const [stopped] = await Promise.all([asked(run, stop), moving()]);
    const stored = (await other.store.loadRun(run.id))!;
    expect(stored.asked).toBe('cancel');
    expect(stored.version).toBeGreaterThanOrEqual(stopped.version);
  });

  it('is refused once it has ended, and for runs of others [W1, A5]', async () => {
    const { run } = await post(scene);
    const ended = await put({ ...run, version: 2, status: 'completed', wakeAt: null, endedAt: 1 });
    expect(isEnded(ended)).toBe(true);
    for (const what of [stop, { kind: 'pause' }, { kind: 'resume' }] as const) {
      expect(await refusalOf(asked(ended, what))).toBe('run_ended');
    }
    const foreign = askRun(scene.plane, scene.eve, scene.foreignProjectId, run.id, stop);
    expect(await refusalOf(foreign)).toBe('not_found');
    expect(await refusalOf(asked({ ...run, id: newId() }, stop))).toBe('not_found');
  });
});
