import { fakeClock } from '@countersign/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Breaker, type BreakerChange, type Permit } from './breaker.ts';

function open(settings: ConstructorParameters<typeof Breaker>[0]['settings'] = {}) {
  const clock = fakeClock();
  const changes: BreakerChange[] = [];
  const breaker = new Breaker({ now: () => clock.now(), settings, onChange: (change) => changes.push(change) });
  const fail = (times = 1): void => {
    for (let count = 0; count < times; count += 1) breaker.enter()?.failed('no answer');
  };
  return { breaker, clock, changes, fail, state: () => breaker.snapshot.state };
}

describe('a breaker', () => {
  it('opens after five failures in a row, and says why [U6]', () => {
    const { breaker, changes, fail, state, clock } = open();
    fail(4);
    expect(state()).toBe('closed');
    fail();
    expect(state()).toBe('open');
    expect(breaker.enter()).toBeNull();
    expect(breaker.retryAt).toBe(clock.now() + 30_000);
    expect(changes).toEqual([{ from: 'closed', to: 'open', at: clock.now(), reason: 'no answer' }]);
  });

  it('forgets failures when a call succeeds [U6]', () => {
    const { breaker, fail, state } = open();
    fail(4);
    breaker.enter()!.succeeded();
    fail(4);
    expect(state()).toBe('closed');
  });

  it('lets three calls try after thirty seconds, closes when all succeed and opens again when one fails [U6]', () => {
    const { breaker, clock, changes, fail, state } = open();
    fail(5);
    clock.advance(29_999);
    expect(breaker.enter()).toBeNull();
    clock.advance(1);
    const trials = [breaker.enter()!, breaker.enter()!, breaker.enter()!];
    expect(state()).toBe('half_open');
    expect(breaker.enter()).toBeNull();
    trials[0]!.succeeded();
    trials[1]!.failed('no answer again');
    expect(state()).toBe('open');
    trials[2]!.succeeded();
    expect(state()).toBe('open');

    clock.advance(30_000);
    for (let count = 0; count < 3; count += 1) breaker.enter()!.succeeded();
    expect(state()).toBe('closed');
    expect(changes.map(({ to }) => to)).toEqual(['open', 'half_open', 'open', 'half_open', 'closed']);
  });

  it('gives the place of a trial that came to nothing to another one [U6]', () => {
    const { breaker, clock, fail } = open({ half_open_max_calls: 1 });
    fail(5);
    clock.advance(30_000);
    const trial = breaker.enter()!;
    expect(breaker.enter()).toBeNull();
    trial.abandoned();
    trial.failed('too late to say');
    expect(breaker.enter()).not.toBeNull();
  });

  it('takes other figures [U6]', () => {
    const { clock, fail, state, breaker } = open({ failure_threshold: 1, recovery_timeout_seconds: 2 });
    fail();
    expect(state()).toBe('open');
    clock.advance(2_000);
    expect(breaker.enter()).not.toBeNull();
  });

  it('follows what another process found out, and not what is older than what it knows [U6]', () => {
    const { breaker, changes, clock, state } = open();
    const late = breaker.enter()!;
    clock.advance(10);
    breaker.follow({ to: 'open', at: clock.now() });
    expect(state()).toBe('open');
    late.succeeded();
    expect(state()).toBe('open');
    breaker.follow({ to: 'closed', at: clock.now() - 5 });
    expect(state()).toBe('open');
    breaker.follow({ to: 'closed', at: clock.now() });
    expect(state()).toBe('closed');
    // Whoever found it out has told everybody already.
    expect(changes).toEqual([]);
  });

  it('never lets more calls try than it may, and only makes moves that there are, whatever happens [U6]', () => {
    const legal = new Set(['closed>open', 'open>half_open', 'half_open>closed', 'half_open>open']);
    const step = fc.oneof(
      fc.constant('enter' as const),
      fc.record({ end: fc.constantFrom(...(['succeeded', 'failed', 'abandoned'] as const)), which: fc.nat(20) }),
      fc.record({ wait: fc.integer({ min: 0, max: 40_000 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { breaker, clock, changes, state } = open();
        const under: { permit: Permit; epoch: number; isRunning: boolean }[] = [];
        for (const each of steps) {
          if (each === 'enter') {
            const permit = breaker.enter();
            if (permit) under.push({ permit, epoch: changes.length, isRunning: true });
            else expect(state()).not.toBe('closed');
          } else if ('wait' in each) clock.advance(each.wait);
          else {
            const one = under[each.which];
            if (!one) continue;
            one.isRunning = false;
            one.permit[each.end]('so');
          }
          const trials = under.filter(({ epoch, isRunning }) => isRunning && epoch === changes.length);
          if (state() === 'half_open') expect(trials.length).toBeLessThanOrEqual(3);
          if (state() === 'open') expect(trials).toEqual([]);
        }
        for (const { from, to } of changes) expect(legal).toContain(`${from}>${to}`);
      }),
    );
  });
});
