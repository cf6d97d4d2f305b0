import { describe, expect, it } from 'vitest';
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

  it('begins no turn when the tools of the last one took all the time [W4]', async () => {
    const { advance, goOn, journal, clock, gateway } = openStage({
      answers: [{ tool_calls: [tool(1)] }, { text: 'Done.' }],
      tools: { count: () => 'works' },
      control: { maxWallTimeMs: 10_000 },
    });
    await advance();
    clock.advance(12_000);
    gateway.settle(gateway.executed[0]!.callId, { result: 'late' });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'stopped', turn: 1, end: { limit: 'max_wall_time' } });
    expect(journal.eventsOf('control.limit_reached')).toMatchObject([{ figure: 12_000, threshold: 10_000 }]);
    expect(journal.entries.at(-1)).toMatchObject({ kind: 'results', results: [{ text: 'late' }] });
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
    // Three times the same after it was heard, in turn 4.
    expect(journal.run.turn).toBe(6);
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
