import { limits, newId, type RunStatus, runStatuses } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import type { Run } from './run.ts';
import { askToPause, askToStop, isEnded, newRun, resume, steer } from './run-changes.ts';

const run: Run = newRun({
  id: newId(),
  projectId: newId(),
  sessionId: newId(),
  agentId: newId(),
  userId: newId(),
  messageId: newId(),
  task: 'Do it.',
  model: 'demo',
  control: {} as Run['control'],
  createdAt: 5,
});
const ended: readonly RunStatus[] = ['completed', 'stopped', 'failed', 'cancelled'];

describe('a new run', () => {
  it('is due at once, with its task to be heard [W1]', () => {
    expect(run).toMatchObject({
      version: 1,
      status: 'queued',
      wakeAt: 5,
      messageCount: 1,
      messagesSeen: 0,
      task: 'Do it.',
    });
  });

  it('holds no more of a long task than is shown of it [W1]', () => {
    expect(newRun({ ...run, task: 'x'.repeat(limits.messageLengthMax) }).task.length).toBeLessThanOrEqual(
      limits.taskShownLengthMax,
    );
  });
});

describe('what people do to a run', () => {
  it('is nothing once it has ended [W1]', () => {
    for (const status of runStatuses) {
      const one = { ...run, status };
      expect(isEnded(one)).toBe(ended.includes(status));
      const changes = [askToStop(one, 'Ada', null, 9), askToPause(one, 'Ada', 9), resume(one, 9), steer(one, 9)];
      if (isEnded(one)) expect(changes).toEqual([null, null, null, null]);
    }
  });

  it('is the next version of it, due at once where somebody has to do something [W1]', () => {
    const waiting: Run = { ...run, status: 'running', phase: 'tools', wakeAt: null };
    expect(askToStop(waiting, 'Ada', 'No.', 9)).toMatchObject({
      version: 2,
      asked: 'cancel',
      askedReason: 'No.',
      wakeAt: 9,
    });
    expect(askToPause(waiting, 'Ada', 9)).toMatchObject({ version: 2, asked: 'pause', askedBy: 'Ada', wakeAt: 9 });
    // It is heard when the calls have settled.
    expect(steer(waiting, 9)).toMatchObject({ version: 2, messageCount: 2, wakeAt: null });
    expect(steer({ ...waiting, phase: 'model', wakeAt: 100 }, 9)).toMatchObject({ wakeAt: 9 });
  });

  it('lets a paused run rest until it is let go on, and a stop end it all the same [W1]', () => {
    const paused: Run = { ...run, status: 'paused', startedAt: 6, wakeAt: null };
    expect(steer(paused, 9)).toMatchObject({ status: 'paused', wakeAt: null });
    expect(askToPause(paused, 'Ada', 9)).toBeNull();
    expect(resume(paused, 9)).toMatchObject({ status: 'running', wakeAt: 9 });
    expect(resume({ ...paused, startedAt: null }, 9)).toMatchObject({ status: 'queued' });
    expect(askToStop(paused, 'Ada', null, 9)).toMatchObject({ status: 'running', asked: 'cancel', wakeAt: 9 });
  });

  it('is not asked for twice, and a pause that was not made yet can be taken back [W1]', () => {
    const asked = askToPause(run, 'Ada', 9)!;
    expect(askToPause(asked, 'Ada', 9)).toBeNull();
    expect(resume(asked, 9)).toMatchObject({ asked: null, askedBy: null });
    const stopped = askToStop(asked, 'Ada', null, 9)!;
    expect(stopped.asked).toBe('cancel');
    expect([askToStop(stopped, 'Ada', null, 9), resume(stopped, 9), askToPause(stopped, 'Ada', 9)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(resume(run, 9)).toBeNull();
  });
});
