import { CountersignError } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import type { Model } from '../src/index.ts';
import { openStage, settle } from './stage.ts';

const write = { name: 'write', arguments: { path: 'a.txt' } };
const answers = [{ tool_calls: [write] }, { text: 'Told: {{last_result}}' }];
const tools = { write: () => ({ result: 'written' }) };

describe('a port that fails', () => {
  it('leaves the run as it was committed last, and it goes on when it is tried again [W2]', async () => {
    const { advance, goOn, journal, gateway } = openStage({ answers, tools });
    const submit = gateway.submit.bind(gateway);
    gateway.submit = () => Promise.reject(new CountersignError('unavailable', 'The database is away.'));
    await expect(advance()).rejects.toThrow('The database is away.');
    expect(journal.run).toMatchObject({ status: 'running', phase: 'tools' });
    gateway.submit = submit;
    expect(await goOn()).toEqual({ kind: 'over' });
    expect(journal.run.end).toMatchObject({ answer: 'Told: written' });
    expect(gateway.executed).toHaveLength(1);
  });

  it('does not make it forget a commit that was written although it failed [W2]', async () => {
    const { advance, goOn, journal, gateway } = openStage({ answers, tools });
    const commit = journal.commit.bind(journal);
    journal.commit = async (change) => {
      await commit(change);
      if (change.run.phase !== 'tools') return true;
      journal.commit = commit;
      throw new Error('The connection was lost.');
    };
    await expect(advance()).rejects.toThrow('The connection was lost.');
    await goOn();
    expect(journal.run).toMatchObject({ status: 'completed', turn: 2 });
    expect(gateway.executed).toHaveLength(1);
  });

  it('is heard of while the model works, and nothing is left behind [W2]', async () => {
    const { advance, journal, clock, settings } = openStage({ answers: [{ text: 'Late.', delay_ms: 60_000 }] });
    const rest = advance();
    await settle();
    journal.look = () => Promise.reject(new Error('The database is away.'));
    const failed = expect(rest).rejects.toThrow('The database is away.');
    settings.nudges.nudge(journal.run.id);
    await failed;
    expect(journal.run.turn).toBe(1);
    clock.advance(600_000);
    await settle();
  });

  it('is heard of while calls are waited for [W2]', async () => {
    const { advance, gateway } = openStage({ answers, tools: { write: () => 'works' }, lingerMs: 10_000 });
    gateway.changed = () => Promise.reject(new Error('The log is away.'));
    await expect(advance()).rejects.toThrow('The log is away.');
  });
});

describe('a gateway that refuses a call for good', () => {
  it('is told to the model, which can do something else [W3]', async () => {
    const { goOn, journal, gateway } = openStage({ answers, tools });
    gateway.submit = () => Promise.reject(new CountersignError('not_found', 'There is no such session'));
    await goOn();
    expect(journal.run.end!.answer).toBe(
      'Told: The call is not valid: There is no such session. Nothing was done. Correct it and ask again.',
    );
    expect(journal.run.failing).toMatchObject({ of: 'tools', errorClass: 'validation', count: 1 });
  });
});

describe('a model that breaks its contract', () => {
  const broken = (step: Model['step']): Model => ({ name: 'script', provider: 'odd', protocol: 'native', step });

  it('fails the run and not the process [W3]', async () => {
    const model = broken(() => Promise.reject(new TypeError('undefined is not a function')));
    const { goOn, journal } = openStage({ model });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'failed', end: { errorClass: 'unknown' } });
    expect(journal.run.end!.reason).toContain('undefined is not a function');
  });

  it('is not waited for when it does not stop [W4]', async () => {
    const model = broken(() => new Promise(() => {}));
    const { advance, journal, clock } = openStage({ model, control: { maxWallTimeMs: 1_000 } });
    const rest = advance();
    await settle();
    clock.advance(1_000);
    expect(await rest).toEqual({ kind: 'over' });
    expect(journal.run.end).toMatchObject({ limit: 'max_wall_time' });
  });
});

describe('a run that another process moved on', () => {
  it('is let go of, and looked at again a little later [W2]', async () => {
    const { advance, journal, clock, gateway } = openStage({
      answers: [{ ...answers[0], delay_ms: 100 }, answers[1]!],
      tools,
    });
    const rest = advance();
    await settle();
    // The other one took the same step.
    journal.run = { ...journal.run, version: journal.run.version + 1, attempts: 1 };
    clock.advance(100);
    expect(await rest).toEqual({ kind: 'later', at: clock.now() + 2_000 });
    expect(gateway.submitted).toEqual([]);
    expect(journal.run.attempts).toBe(1);
  });

  it('is let go of where it is gone [W2]', async () => {
    const { advance, journal, settings } = openStage({ answers: [{ text: 'Late.', delay_ms: 100 }] });
    const rest = advance();
    await settle();
    journal.look = async () => null;
    settings.nudges.nudge(journal.run.id);
    expect(await rest).toMatchObject({ kind: 'later' });
  });
});
