import type { Outcome } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { askToPause, askToStop, resume } from '../src/index.ts';
import { openStage, type Stage, settle } from './stage.ts';

const write = { name: 'write', arguments: { path: 'a.txt' } };
const asks = { write: () => 'asks' as const };

/** What the model was told of its last calls. */
function told({ journal }: Stage): string {
  const results = journal.entries.findLast(({ kind }) => kind === 'results');
  return results?.kind === 'results' ? results.results.map(({ text }) => text).join('\n') : '';
}

async function decided(stage: Stage, outcome: Outcome, status: 'completed' | 'rejected' | 'timeout'): Promise<void> {
  expect(await stage.goOn()).toMatchObject({ kind: 'waiting' });
  stage.gateway.decide(stage.gateway.pending()[0]!.callId, {
    status,
    outcome,
    result: status === 'completed' ? 'ok' : null,
  });
  await stage.goOn();
}

describe('a call that a person is asked about', () => {
  const answers = [{ tool_calls: [write] }, { text: 'I was told: {{last_result}}' }];

  it('costs nothing but a row while it waits, and goes on when it is approved [W2]', async () => {
    const stage = openStage({ answers, tools: asks });
    expect(await stage.goOn()).toMatchObject({ kind: 'waiting' });
    const { commits } = stage.journal;
    expect(await stage.advance()).toMatchObject({ kind: 'waiting' });
    expect(stage.journal.commits).toBe(commits);
    expect(stage.gateway.submitted).toHaveLength(1);
    stage.gateway.decide(stage.gateway.pending()[0]!.callId, { result: 'written' });
    expect(await stage.goOn()).toEqual({ kind: 'over' });
    expect(stage.journal.run.end).toMatchObject({ answer: 'I was told: written' });
  });

  it("brings a rejection to the model with the person's words first [W2][A1]", async () => {
    const stage = openStage({ answers, tools: asks });
    const outcome = { kind: 'denied_by_human', decided_by: 'Ada', feedback: 'Use b.txt.' } as const;
    await decided(stage, { ...outcome, message: 'Ada rejected it.', should_retry: false }, 'rejected');
    expect(told(stage)).toMatch(/^Ada says: Use b\.txt\.\n.*Do not ask for the same again/);
    expect(stage.journal.run.status).toBe('completed');
  });

  it('tells the model what a person changed, before the result [W2][A1]', async () => {
    const stage = openStage({ answers, tools: asks });
    const message = 'Ada approved this call with changed arguments (path).';
    await decided(stage, { kind: 'edited', changed: ['path'], message, should_retry: false }, 'completed');
    expect(told(stage)).toBe(`${message}\nok`);
  });

  it('tells a timeout apart from a refusal [W2][L5]', async () => {
    const stage = openStage({ answers, tools: asks });
    const message = 'Approval timeout: nobody decided in time.';
    await decided(stage, { kind: 'timed_out', message, should_retry: true }, 'timeout');
    expect(told(stage)).toBe(message);
  });

  it('is waited for in place for a moment, and heard of at once [W2]', async () => {
    const { advance, gateway, journal } = openStage({ answers, tools: asks, lingerMs: 10_000 });
    const rest = advance();
    await settle();
    gateway.decide(gateway.pending()[0]!.callId, { result: 'written' });
    expect(await rest).toEqual({ kind: 'over' });
    expect(journal.commits).toBe(4);
  });
});

describe('calls of one turn', () => {
  it('are submitted together and waited for together, told in the order they were asked for [W2]', async () => {
    const stage = openStage({
      answers: [
        { tool_calls: ['a', 'b', 'c'].map((name) => ({ name: 'work', arguments: { name } })) },
        { text: 'Done.' },
      ],
      tools: { work: () => 'works' },
      lingerMs: 10_000,
    });
    const rest = stage.advance();
    await settle();
    const ids = stage.gateway.executed.map(({ callId }) => callId);
    expect(ids).toHaveLength(3);
    for (const index of [2, 0]) stage.gateway.settle(ids[index]!, { result: `result ${index}` });
    await settle();
    expect(stage.journal.run.phase).toBe('tools');
    stage.gateway.settle(ids[1]!, { result: 'result 1' });
    expect(await rest).toEqual({ kind: 'over' });
    expect(told(stage)).toBe('result 0\nresult 1\nresult 2');
  });

  it('that are no calls are told so, and the others are made [W3]', async () => {
    const stage = openStage({
      answers: [
        { tool_calls: [{ name: 'write', arguments: [1] }, write, { name: '', arguments: {} }] },
        { text: 'Done.' },
      ],
      tools: { write: () => ({ result: 'written' }) },
    });
    await stage.goOn();
    expect(told(stage).split('\n')).toEqual([
      expect.stringContaining('The arguments must be a JSON object; these are [1].'),
      'written',
      expect.stringContaining('There is no tool of that name.'),
    ]);
    expect(stage.gateway.submitted).toHaveLength(1);
  });
});

describe('a message to a run that goes on', () => {
  it('is heard before the next step of the model [W1]', async () => {
    const { goOn, journal, clock } = openStage({
      answers: [{ tool_calls: [write] }, { when: 'Use b.txt', text: 'Yes, b.txt.' }],
      tools: {
        write: () => {
          journal.steer('Use b.txt.', clock.now());
          return { result: 'ok' };
        },
      },
    });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'completed', end: { answer: 'Yes, b.txt.' }, messagesSeen: 2 });
    expect(journal.entries.map(({ kind }) => kind)).toEqual(['user', 'model', 'results', 'user', 'model']);
  });

  it('that comes with the last answer is worked on, too [W1]', async () => {
    const { advance, journal, clock } = openStage({
      answers: [{ text: 'Done.', delay_ms: 100 }, { text: 'That, too.' }],
    });
    const rest = advance();
    await settle();
    journal.steer('And that.', clock.now());
    clock.advance(100);
    await rest;
    expect(journal.run).toMatchObject({ status: 'completed', turn: 2, end: { answer: 'That, too.' } });
    expect(journal.entries.map(({ kind }) => kind)).toEqual(['user', 'model', 'user', 'model']);
    // What the model had said is not asked for again.
    expect(journal.eventsOf('turn.answered')).toMatchObject([{ text: 'Done.' }, { text: 'That, too.' }]);
  });
});

describe('a run that is to rest', () => {
  const answers = [{ text: 'First.', tool_calls: [write], delay_ms: 100 }, { text: 'Done.' }];
  const tools = { write: () => ({ result: 'written' }) };

  it('rests after the step it is at, keeps what the model said, and goes on when it may [W1]', async () => {
    const { advance, goOn, journal, clock, gateway } = openStage({ answers, tools });
    const rest = advance();
    await settle();
    journal.person((run) => askToPause(run, 'Ada', clock.now()));
    clock.advance(100);
    expect(await rest).toEqual({ kind: 'paused' });
    expect(journal.run).toMatchObject({ status: 'paused', asked: null, wakeAt: null, turn: 1 });
    expect(journal.eventsOf('agent.paused')).toMatchObject([{ by: 'Ada' }]);
    expect(gateway.submitted).toEqual([]);
    expect(await advance()).toEqual({ kind: 'paused' });

    journal.person((run) => resume(run, clock.now()));
    expect(await goOn()).toEqual({ kind: 'over' });
    expect(journal.run).toMatchObject({ status: 'completed', turn: 2 });
    expect(journal.eventsOf('turn.answered')).toHaveLength(2);
    expect(gateway.submitted).toHaveLength(1);
  });

  it('rests at once while it waits, and its calls go on [W1]', async () => {
    const { goOn, advance, journal, clock, gateway } = openStage({
      answers: [{ tool_calls: [write] }, { text: 'Done.' }],
      tools: asks,
    });
    await goOn();
    journal.person((run) => askToPause(run, 'Ada', clock.now()));
    expect(journal.run.wakeAt).not.toBeNull();
    expect(await advance()).toEqual({ kind: 'paused' });
    gateway.decide(gateway.pending()[0]!.callId, { result: 'written' });
    expect(await advance()).toEqual({ kind: 'paused' });
    journal.person((run) => resume(run, clock.now()));
    await goOn();
    expect(journal.run.status).toBe('completed');
    expect(gateway.submitted).toHaveLength(1);
  });

  it('begins no turn where it is asked in the moment in which one ends [W1]', async () => {
    const { advance, goOn, journal, clock } = openStage({
      answers: [{ tool_calls: [write] }, { text: 'Done.' }],
      tools,
    });
    journal.beforeCommit = ({ entries }) => {
      if (entries[0]?.kind === 'results') journal.person((run) => askToPause(run, 'Ada', clock.now()));
    };
    expect(await advance()).toEqual({ kind: 'paused' });
    expect(journal.run).toMatchObject({ turn: 1, turnId: null, phase: 'model' });
    expect(journal.typesOf().slice(-2)).toEqual(['turn.completed', 'agent.paused']);
    journal.person((run) => resume(run, clock.now()));
    await goOn();
    expect(journal.run).toMatchObject({ status: 'completed', turn: 2 });
  });

  it('begins nothing where it is asked in the moment in which it begins [W1]', async () => {
    const { advance, journal, clock } = openStage({ answers: [{ text: 'Done.' }] });
    journal.beforeCommit = () => {
      journal.beforeCommit = () => {};
      journal.person((run) => askToPause(run, 'Ada', clock.now()));
    };
    expect(await advance()).toEqual({ kind: 'paused' });
    expect(journal.run).toMatchObject({ turn: 0, startedAt: null });
    expect(journal.typesOf()).toEqual(['agent.paused']);
  });

  it('goes on as if nothing had been where it is let go before it rests [W1]', async () => {
    const { goOn, journal, clock } = openStage({ answers: [{ text: 'Done.' }] });
    journal.person((run) => askToPause(run, 'Ada', clock.now()));
    journal.person((run) => resume(run, clock.now()));
    await goOn();
    expect(journal.run.status).toBe('completed');
    expect(journal.eventsOf('agent.paused')).toEqual([]);
  });
});

describe('a run that is cancelled', () => {
  it('ends, and its calls with it [W1]', async () => {
    const { goOn, advance, journal, clock, gateway } = openStage({ answers: [{ tool_calls: [write] }], tools: asks });
    await goOn();
    const { callId } = gateway.pending()[0]!;
    journal.person((run) => askToStop(run, 'Ada', 'Never mind.', clock.now()));
    expect(await advance()).toEqual({ kind: 'over' });
    expect(gateway.cancelled).toEqual([callId]);
    expect(journal.run).toMatchObject({ status: 'cancelled', end: { reason: 'Never mind.' }, pendingCalls: [] });
    expect(journal.typesOf().slice(-2)).toEqual(['turn.failed', 'agent.cancelled']);
    expect(journal.eventsOf('agent.cancelled')).toMatchObject([{ by: 'Ada', reason: 'Never mind.' }]);
  });

  it('does not wait for its model: a nudge is enough [W1]', async () => {
    const { advance, journal, clock, settings, id } = openStage({ answers: [{ text: 'Late.', delay_ms: 100_000 }] });
    const rest = advance();
    await settle();
    journal.person((run) => askToStop(run, 'Ada', null, clock.now()));
    settings.nudges.nudge(id);
    expect(await rest).toEqual({ kind: 'over' });
    expect(journal.run.status).toBe('cancelled');
  });

  it('does so a little later where the nudge was lost [W1]', async () => {
    const { advance, journal, clock, gateway } = openStage({
      answers: [{ tool_calls: [write] }],
      tools: { write: () => 'works' },
      lingerMs: 60_000,
    });
    const rest = advance();
    await settle();
    journal.person((run) => askToStop(run, 'Ada', null, clock.now()));
    clock.advance(2_000);
    expect(await rest).toEqual({ kind: 'over' });
    expect(gateway.cancelled).toHaveLength(1);
  });

  it('ends before it has begun, and while it rests [W1]', async () => {
    for (const isPaused of [false, true]) {
      const { advance, journal, clock } = openStage({ answers: [{ text: 'Done.' }] });
      if (isPaused) {
        journal.person((run) => askToPause(run, 'Ada', clock.now()));
        expect(await advance()).toEqual({ kind: 'paused' });
      }
      journal.person((run) => askToStop(run, 'Ada', null, clock.now()));
      expect(await advance()).toEqual({ kind: 'over' });
      expect(journal.run).toMatchObject({ status: 'cancelled', turn: 0 });
    }
  });

  it('makes no call that its model just asked for [W1]', async () => {
    const { goOn, journal, clock, gateway } = openStage({ answers: [{ tool_calls: [write] }], tools: asks });
    journal.beforeCommit = ({ run }) => {
      if (run.phase === 'tools' && run.asked === null)
        journal.person((row) => askToStop(row, 'Ada', null, clock.now()));
    };
    await goOn();
    expect(journal.run.status).toBe('cancelled');
    expect(gateway.submitted).toEqual([]);
  });
});

describe('a run whose process is to stop', () => {
  it('comes to rest at once, wherever it is, and is gone on with later [W2]', async () => {
    const stage = openStage({
      answers: [{ tool_calls: [write], delay_ms: 100 }, { text: 'Done.' }],
      tools: { write: () => 'works' },
      lingerMs: 10_000,
    });
    for (const isInTools of [false, true]) {
      const controller = new AbortController();
      const rest = stage.advance(controller.signal);
      await settle();
      if (isInTools) {
        stage.clock.advance(100);
        await settle();
        expect(stage.journal.run.phase).toBe('tools');
      }
      controller.abort();
      expect(await rest).toEqual({ kind: 'interrupted' });
    }
    stage.gateway.settle(stage.gateway.executed[0]!.callId, { result: 'x' });
    expect(await stage.goOn()).toEqual({ kind: 'over' });
    expect(stage.gateway.executed).toHaveLength(1);
    expect(await stage.advance(AbortSignal.abort())).toEqual({ kind: 'interrupted' });
  });
});
