import { endpoints, limits, newId, type ToolCallId } from '@countersign/contract';
import { aRun, describeOnEachDatabase } from '@countersign/testing';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { ask, decide } from '../../test/acts.ts';
import { useScene } from '../../test/plane.ts';
import { runView, runViews } from '../index.ts';

describeOnEachDatabase('the view of a run', (database) => {
  const scene = useScene(database);
  const view = (given: Parameters<typeof aRun>[0]) => runView(scene.plane, aRun({ status: 'running', ...given }));

  it('says what it waits for [W1]', async () => {
    const later = scene.clock.now() + 1_000;
    expect((await view({ status: 'queued' })).waiting_for).toBe('turn_of_session');
    expect((await view({})).waiting_for).toBe('model');
    expect((await view({ attempts: 1, wakeAt: later })).waiting_for).toBe('retry');
    expect((await view({ attempts: 1, wakeAt: 1 })).waiting_for).toBe('model');
    expect((await view({ status: 'paused' })).waiting_for).toBeNull();
    expect((await view({ status: 'completed' })).waiting_for).toBeNull();
  });

  it('tells calls that a person is asked about from those that work, and leaves out what is settled [W1]', async () => {
    const [asked, working, done] = [await ask(scene), await ask(scene), await ask(scene)];
    await decide(scene, working, 'approve');
    await decide(scene, done, 'reject');
    const notSubmitted = newId<ToolCallId>();
    const tools = (...pendingCalls: ToolCallId[]) => aRun({ status: 'running', phase: 'tools', pendingCalls });
    const views = await runViews(scene.plane, [
      tools(asked.id, done.id),
      tools(asked.id, working.id),
      tools(notSubmitted),
      tools(done.id),
      { ...tools(asked.id), status: 'cancelled' },
    ]);
    expect(views.map(({ waiting_for, pending_calls }) => [waiting_for, pending_calls])).toEqual([
      ['approval', [asked.id]],
      ['tools', [asked.id, working.id]],
      ['tools', [notSubmitted]],
      ['tools', []],
      [null, []],
    ]);
  });

  it('is what the contract says, with the task cut [W1]', async () => {
    const end = { reason: 'Enough.', answer: 'Half.', errorClass: 'timeout', limit: 'max_turns' } as const;
    const long = 'x'.repeat(limits.taskShownLengthMax * 2);
    const ended = await view({ status: 'stopped', task: long, end, startedAt: 1, endedAt: 2, workingMs: 1.5 });
    expect(Value.Check(endpoints.getRun.responses[200], ended)).toBe(true);
    expect(ended.task).toHaveLength(limits.taskShownLengthMax);
    expect(ended).toMatchObject({ answer: 'Half.', end_reason: 'Enough.', error_class: 'timeout' });
    expect(Value.Check(endpoints.getRun.responses[200], await view({}))).toBe(true);
  });
});
