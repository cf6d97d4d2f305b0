import { describe, expect, it } from 'vitest';
import { type Permit, ProviderBreakers } from './provider-breakers.ts';

const control = { breakerFailures: 3, breakerMs: 30_000 };

function open() {
  const breakers = new ProviderBreakers();
  const enter = (now: number, provider = 'openai') => breakers.enter(provider, control, now);
  const permit = (now: number, provider = 'openai'): Permit => {
    const entrance = enter(now, provider);
    if (!('permit' in entrance)) throw new Error('it is open');
    return entrance.permit;
  };
  const fail = (times: number, now = 0) => {
    let changes: readonly unknown[] = [];
    for (let count = 0; count < times; count += 1) changes = permit(now).failed('overloaded', now);
    return changes;
  };
  return { enter, permit, fail };
}

describe('the breaker of a provider', () => {
  it('opens after so many failures of one class, and says so once [W4]', () => {
    const { enter, permit, fail } = open();
    expect(fail(2)).toEqual([]);
    expect(permit(0).failed('network', 0)).toEqual([]);
    expect(fail(1)).toEqual([{ to: 'open', provider: 'openai', errorClass: 'overloaded', figure: 3, threshold: 3 }]);
    expect(enter(10)).toEqual({ retryAt: 30_000, errorClass: 'overloaded' });
    expect('permit' in enter(10, 'anthropic')).toBe(true);
  });

  it('does not count what is the fault of the request [W4]', () => {
    const { permit, enter } = open();
    for (let count = 0; count < 9; count += 1) permit(0).failed('context_overflow', 0);
    expect('permit' in enter(0)).toBe(true);
  });

  it('forgets failures when one is answered [W4]', () => {
    const { permit, fail, enter } = open();
    fail(2);
    expect(permit(0).succeeded()).toEqual([]);
    fail(2);
    expect('permit' in enter(0)).toBe(true);
  });

  it('lets one try after the rest, and closes when it is answered [W4]', () => {
    const { permit, fail, enter } = open();
    fail(3);
    const trial = permit(30_000);
    expect(enter(30_000)).toEqual({ retryAt: 31_000, errorClass: 'overloaded' });
    expect(trial.succeeded()).toMatchObject([{ to: 'closed', errorClass: 'overloaded' }]);
    expect('permit' in enter(30_000)).toBe(true);
  });

  it('rests again when the one that tries fails, and lets another try where it was called off [W4]', () => {
    const { permit, fail, enter } = open();
    fail(3);
    permit(30_000).abandoned();
    expect(permit(30_001).failed('overloaded', 40_000)).toMatchObject([{ to: 'open', figure: 4 }]);
    expect(enter(40_000)).toEqual({ retryAt: 70_000, errorClass: 'overloaded' });
  });

  it('stays open for one that was asked before it opened and is answered after [W4]', () => {
    const { permit, fail, enter } = open();
    const early = permit(0);
    fail(3);
    expect(early.succeeded()).toEqual([]);
    expect('retryAt' in enter(10)).toBe(true);
  });
});
