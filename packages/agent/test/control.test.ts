import { describe, expect, it } from 'vitest';
import { ProviderBreakers } from '../src/index.ts';
import { openStage, settle } from './stage.ts';

const tool = (place: number) => ({ name: 'count', arguments: { place } });
/** Each turn does something else. */
const many = (length: number) => Array.from({ length }, (_, place) => ({ tool_calls: [tool(place)] }));
const count = () => ({ result: 'counted' });

describe('the limits of a run', () => {
  it('ends it after so many turns, with an event that has figure and threshold [W4]', async () => {
    const { goOn, journal, gateway } = openStage({ answers: many(9), tools: { count }, control: { maxTurns: 3 } });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'stopped', turn: 3, end: { limit: 'max_turns', answer: null } });
    expect(gateway.executed).toHaveLength(3);
    expect(journal.eventsOf('control.limit_reached')).toMatchObject([{ limit: 'max_turns', figure: 3, threshold: 3 }]);
    expect(journal.typesOf().slice(-3)).toEqual(['turn.completed', 'control.limit_reached', 'agent.stopped']);
    expect(journal.eventsOf('agent.stopped')[0]).toMatchObject({ limit: 'max_turns', usage: { turns: 3 } });
  });

  it('ends it when its tokens are used up, and makes no more calls [W4]', async () => {
    const answers = many(9).map((answer) => ({ ...answer, input_tokens: 40, output_tokens: 10 }));
    const { goOn, journal, gateway } = openStage({ answers, tools: { count }, control: { maxTokens: 100 } });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'stopped', end: { limit: 'max_tokens' }, turn: 2 });
    expect(gateway.executed).toHaveLength(1);
    expect(journal.eventsOf('control.limit_reached')).toMatchObject([{ figure: 100, threshold: 100 }]);
    // The turn was open: it ends with the run.
    expect(journal.typesOf().slice(-3)).toEqual(
      ['turn.failed', 'agent.stopped'].toSpliced(0, 0, 'control.limit_reached'),
    );
  });

  it('gives an answer that took the last tokens [W4]', async () => {
    const { goOn, journal } = openStage({
      answers: [{ text: 'Done.', output_tokens: 500 }],
      control: { maxTokens: 100 },
    });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'completed', end: { answer: 'Done.' } });
  });

  it('stops a model that works when the working time is over [W4]', async () => {
    const { advance, journal, clock } = openStage({
      answers: [{ text: 'Late.', delay_ms: 60_000 }],
      control: { maxWallTimeMs: 10_000 },
    });
    const rest = advance();
    await settle();
    clock.advance(10_000);
    expect(await rest).toEqual({ kind: 'over' });
    expect(journal.run).toMatchObject({ status: 'stopped', end: { limit: 'max_wall_time' }, workingMs: 10_000 });
    expect(journal.eventsOf('control.limit_reached')).toMatchObject([{ figure: 10_000, threshold: 10_000 }]);
  });

  it('calls off tools that work when the working time is over [W4]', async () => {
    const { advance, journal, clock, gateway } = openStage({
      answers: [{ tool_calls: [tool(1)] }],
      tools: { count: () => 'works' },
      control: { maxWallTimeMs: 10_000 },
      lingerMs: 60_000,
    });
    const rest = advance();
    await settle();
    clock.advance(9_999);
    await settle();
    expect(journal.run.status).toBe('running');
    clock.advance(1);
    expect(await rest).toEqual({ kind: 'over' });
    expect(gateway.cancelled).toEqual([gateway.executed[0]!.callId]);
    expect(journal.run).toMatchObject({ status: 'stopped', end: { limit: 'max_wall_time' }, workingMs: 10_000 });
  });

  it('is told in the row when nobody lingers, so that it holds over a restart [W4]', async () => {
    const { advance, goOn, journal, clock, gateway } = openStage({
      answers: [{ tool_calls: [tool(1)] }],
      tools: { count: () => 'works' },
      control: { maxWallTimeMs: 10_000 },
    });
    expect(await advance()).toEqual({ kind: 'waiting', callIds: [gateway.executed[0]!.callId] });
    expect(journal.run.wakeAt).toBe(clock.now() + 10_000);
    clock.advance(10_000);
    expect(await goOn()).toEqual({ kind: 'over' });
    expect(journal.run).toMatchObject({ status: 'stopped', end: { limit: 'max_wall_time' } });
  });

  it('does not count the time in which only people are waited for [W4]', async () => {
    const { advance, goOn, journal, clock, gateway } = openStage({
      answers: [{ tool_calls: [tool(1)], delay_ms: 1_000 }, { text: 'Done.' }],
      tools: { count: () => 'asks' },
      control: { maxWallTimeMs: 10_000 },
    });
    const rest = advance();
    await settle();
    clock.advance(1_000);
    expect(await rest).toMatchObject({ kind: 'waiting' });
    expect(journal.run.wakeAt).toBeNull();
    clock.advance(3_600_000);
    const { callId } = gateway.pending()[0]!;
    gateway.approve(callId);
    expect(await advance()).toMatchObject({ kind: 'waiting' });
    expect(journal.run.wakeAt).toBe(clock.now() + 9_000);
    clock.advance(2_000);
    gateway.settle(callId, { result: 'x' });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'completed', workingMs: 3_000 });
  });
});

describe('a step of the model that fails', () => {
  const flaky = (times: number, more: object = {}) => [
    { text: 'Done.', error: { class: 'overloaded', message: 'busy', times, ...more } },
  ];

  it('is tried again after pauses that double, which are times in the row [W4]', async () => {
    const { advance, journal, clock, settings } = openStage({ answers: flaky(3) });
    const pauses: number[] = [];
    for (;;) {
      // As after a restart: nothing is remembered.
      settings.warm.drop(journal.run.id);
      const rest = await advance();
      if (rest.kind !== 'later') break;
      expect(journal.run.wakeAt).toBe(rest.at);
      pauses.push(rest.at - clock.now());
      // Too early changes nothing.
      clock.set(rest.at - 1);
      expect(await advance()).toEqual(rest);
      clock.set(rest.at);
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000]);
    expect(journal.run).toMatchObject({ status: 'completed', turn: 1, attempts: 0, failing: null });
    expect(journal.eventsOf('control.retry_scheduled')).toMatchObject([
      { attempt: 1, retry_in_ms: 1_000, error: 'busy', error_class: 'overloaded', figure: 1, threshold: 3 },
      { attempt: 2, retry_in_ms: 2_000 },
      { attempt: 3, retry_in_ms: 4_000 },
    ]);
    // Nobody had it meanwhile: that is no working time.
    expect(journal.run.workingMs).toBe(0);
  });

  it('waits for as long as the provider asks for [W4]', async () => {
    const { advance, clock } = openStage({ answers: flaky(1, { retry_after_ms: 7_000 }) });
    expect(await advance()).toEqual({ kind: 'later', at: clock.now() + 7_000 });
  });

  it('fails after so many tries, with the class of the error [W4]', async () => {
    const { goOn, journal } = openStage({ answers: flaky(9), control: { maxRetries: 2 } });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'failed', end: { errorClass: 'overloaded' } });
    expect(journal.run.end!.reason).toContain('busy Tried 3 times.');
    expect(journal.typesOf().slice(-2)).toEqual(['turn.failed', 'agent.failed']);
    expect(journal.eventsOf('agent.failed')[0]).toMatchObject({ error_class: 'overloaded' });
  });

  it('fails at once where another try makes no sense [W4]', async () => {
    const { goOn, journal } = openStage({ answers: [{ error: { class: 'auth', message: 'wrong key' } }] });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'failed', end: { errorClass: 'auth', reason: 'wrong key' } });
    expect(journal.eventsOf('control.retry_scheduled')).toEqual([]);
  });

  it('is one that takes too long [W4]', async () => {
    const { advance, journal, clock } = openStage({
      answers: [{ text: 'Late.', delay_ms: 60_000 }],
      control: { modelTimeoutMs: 5_000 },
    });
    const rest = advance();
    await settle();
    clock.advance(5_000);
    expect(await rest).toEqual({ kind: 'later', at: clock.now() + 1_000 });
    expect(journal.run).toMatchObject({ failing: { of: 'model', errorClass: 'timeout', count: 1 }, workingMs: 5_000 });
  });

  it('ends the run when so many of one class came in a row [W4]', async () => {
    const { goOn, journal } = openStage({ answers: flaky(9), control: { maxRetries: 9, breakerFailures: 3 } });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'stopped', end: { limit: 'circuit' } });
    expect(journal.eventsOf('control.limit_reached')).toMatchObject([{ limit: 'circuit', figure: 3, threshold: 3 }]);
  });
});

describe('tools that fail', () => {
  const fails = () => ({ status: 'failed', error: 'no', errorClass: 'tool_exec' }) as const;

  it('end the run when so many turns in a row came to nothing [W4]', async () => {
    const { goOn, journal } = openStage({ answers: many(9), tools: { count: fails }, control: { breakerFailures: 4 } });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'stopped', turn: 4, end: { limit: 'circuit' } });
    expect(journal.run.end!.reason).toContain('tool_exec');
    expect(journal.eventsOf('turn.completed')).toMatchObject(Array.from({ length: 4 }, () => ({ failed_calls: 1 })));
  });

  it('are forgotten when a call succeeds, and do not add up over classes [W4]', async () => {
    let calls = 0;
    const { goOn, journal } = openStage({
      answers: [...many(9), { text: 'Done.' }],
      tools: {
        count: () => {
          calls += 1;
          if (calls % 4 === 0) return { result: 'fine' };
          return { status: 'failed', error: 'no', errorClass: calls % 4 === 1 ? 'timeout' : 'tool_exec' };
        },
      },
      control: { breakerFailures: 3 },
    });
    await goOn();
    expect(journal.run.status).toBe('completed');
  });

  it('count as policy where policy denies, and not at all where a person does [W4]', async () => {
    const rejected = (kind: 'denied_by_policy' | 'denied_by_human') => () =>
      ({ status: 'rejected', outcome: { kind, message: 'No.', should_retry: false } }) as const;
    const byPolicy = openStage({
      answers: many(9),
      tools: { count: rejected('denied_by_policy') },
      control: { breakerFailures: 2 },
    });
    await byPolicy.goOn();
    expect(byPolicy.journal.run).toMatchObject({ status: 'stopped', failing: { errorClass: 'policy', count: 2 } });
    const byPerson = openStage({
      answers: [...many(9), { text: 'I give up.' }],
      tools: { count: rejected('denied_by_human') },
      control: { breakerFailures: 2 },
    });
    await byPerson.goOn();
    expect(byPerson.journal.run).toMatchObject({ status: 'completed', failing: null });
  });

  it('end it too where the model asks for tools that there are not [W4]', async () => {
    const answers = many(9).map(({ tool_calls: calls }) => ({ tool_calls: [{ ...calls[0], name: 'nothing' }] }));
    const { goOn, journal, gateway } = openStage({ answers, tools: { count }, control: { breakerFailures: 2 } });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'stopped', failing: { errorClass: 'validation' } });
    // It is in the record: the gateway refused it.
    expect(gateway.submitted).toHaveLength(2);
    expect(gateway.executed).toEqual([]);
  });
});

describe('a provider that fails', () => {
  const failing = { answers: [{ text: 'Done.', error: { class: 'network', times: 2 } }] };

  it('is left alone by all runs of a process, tried by one, and used again [W4]', async () => {
    const breakers = new ProviderBreakers();
    const control = { breakerFailures: 2, breakerMs: 30_000, maxRetries: 9 };
    const one = openStage({ ...failing, breakers, control });
    const other = openStage({ answers: [{ text: 'Done.' }], breakers, control, clock: one.clock });
    expect(await one.advance()).toMatchObject({ kind: 'later' });
    one.clock.advance(1_000);
    await one.advance();
    expect(one.journal.eventsOf('control.circuit_opened')).toMatchObject([
      { provider: 'scripted', error_class: 'network', figure: 2, threshold: 2, retry_in_ms: 30_000 },
    ]);

    const openedAt = one.clock.now();
    expect(await other.advance()).toEqual({ kind: 'later', at: openedAt + 30_000 });
    expect(other.journal.run).toMatchObject({ status: 'running', attempts: 0, wakeAt: openedAt + 30_000 });
    expect(other.journal.eventsOf('control.retry_scheduled')[0]).toMatchObject({ error_class: 'network' });
    one.clock.set(openedAt + 30_000);
    expect(await other.advance()).toEqual({ kind: 'over' });
    expect(other.journal.run.status).toBe('completed');
    expect(other.journal.eventsOf('control.circuit_closed')).toMatchObject([{ provider: 'scripted' }]);
  });

  it('is tried by another run where the one that tried was called off [W4]', async () => {
    const breakers = new ProviderBreakers();
    const control = { breakerFailures: 1, breakerMs: 30_000 };
    const failed = openStage({ ...failing, breakers, control });
    await failed.advance();
    const { clock } = failed;
    clock.advance(30_000);
    const slow = openStage({ answers: [{ text: 'Late.', delay_ms: 9_000 }], breakers, control, clock });
    const other = openStage({ answers: [{ text: 'Done.' }], breakers, control, clock });
    const controller = new AbortController();
    const trial = slow.advance(controller.signal);
    await settle();
    expect(await other.advance()).toEqual({ kind: 'later', at: clock.now() + 1_000 });
    controller.abort();
    expect(await trial).toEqual({ kind: 'interrupted' });
    clock.advance(1_000);
    expect(await other.advance()).toEqual({ kind: 'over' });
    expect(other.journal.run.status).toBe('completed');
  });
});

describe('a run that gets nowhere', () => {
  const circle = (period: number) => ({
    answers: Array.from({ length: period }, (_, place) => ({ text: `${place}`, tool_calls: [tool(place)] })),
    script: { loop: 'repeat' },
  });

  it.each([1, 2, 3])('is stopped when it goes round in a circle of %i turns [W4]', async (period) => {
    const { goOn, journal } = openStage({ ...circle(period), tools: { count } });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'stopped', turn: 3 * period, end: { limit: 'no_progress' } });
    expect(journal.eventsOf('control.no_progress')).toMatchObject([{ figure: 3, threshold: 3, period }]);
    expect(journal.eventsOf('control.limit_reached')).toMatchObject([
      { limit: 'no_progress', figure: 3, threshold: 3 },
    ]);
  });

  it('goes on where the same call has another result [W4]', async () => {
    let place = 0;
    const { goOn, journal } = openStage({
      ...circle(1),
      tools: {
        count: () => {
          place += 1;
          return { result: `${place}` };
        },
      },
      control: { maxTurns: 12 },
    });
    await goOn();
    expect(journal.run.end).toMatchObject({ limit: 'max_turns' });
  });

  it('gets another chance when a person says something [W4]', async () => {
    const { goOn, journal, clock } = openStage({ ...circle(1), tools: { count } });
    journal.afterCommit = () => {
      if (journal.run.turn === 3 && journal.said.length === 1) journal.steer('Try something else.', clock.now());
    };
    await goOn();
    expect(journal.run).toMatchObject({ end: { limit: 'no_progress' } });
    expect(journal.run.turn).toBeGreaterThan(3);
  });
});

describe('an answer of the model that says nothing', () => {
  it('is told to it, within the number of retries [W3][W4]', async () => {
    const { goOn, journal } = openStage({ answers: [{ text: '' }, { text: '  ' }, { text: 'Here I am.' }] });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'completed', end: { answer: 'Here I am.' }, turn: 3 });
    expect(journal.entries.map(({ kind }) => kind)).toEqual(['user', 'model', 'notice', 'model', 'notice', 'model']);
    expect(journal.eventsOf('turn.failed')).toMatchObject([{ error_class: 'validation' }, { turn: 2 }]);
  });

  it('fails the run when it is no better then [W3][W4]', async () => {
    const { goOn, journal } = openStage({
      answers: [{ text: '' }],
      script: { loop: 'last' },
      control: { maxRetries: 2 },
    });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'failed', turn: 3, end: { errorClass: 'validation' } });
  });
});
