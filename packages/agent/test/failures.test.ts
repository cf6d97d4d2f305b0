import { describe, expect, it } from 'vitest';
import { ProviderBreakers } from '../src/index.ts';
import { openStage, settle } from './stage.ts';

const tool = (place: number) => ({ name: 'count', arguments: { place } });
/** Each turn does something else. */
const many = (length: number) => Array.from({ length }, (_, place) => ({ tool_calls: [tool(place)] }));
const count = () => ({ result: 'counted' });

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
