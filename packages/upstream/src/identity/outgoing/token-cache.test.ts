import { getEventListeners } from 'node:events';
import { fakeClock } from '@countersign/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UpstreamFailure } from '../../upstream-failure.ts';
import { type IssuedToken, TokenCache, type TokenOwner } from './token-cache.ts';

const ownerOf = (subject: string, sessionKey = 's'): TokenOwner => ({ issuer: 'i', subject, sessionKey });
const never = new AbortController().signal;
const refusal = (): UpstreamFailure => new UpstreamFailure('token_exchange_failed', 'no', { isRetryable: false });
const outage = (): UpstreamFailure => new UpstreamFailure('token_exchange_failed', 'later', { isRetryable: true });

const tokenFrom = async (cache: TokenCache, ...given: Parameters<TokenCache['get']>): Promise<string> =>
  (await cache.get(...given)).token;

/** A provider that answers when the test says so. */
function scripted() {
  const open: { resolve(token: IssuedToken): void; reject(error: unknown): void; signal: AbortSignal }[] = [];
  const ask = (signal: AbortSignal): Promise<IssuedToken> =>
    new Promise((resolve, reject) => open.push({ resolve, reject, signal }));
  return { open, ask };
}

describe('tokens that are kept', () => {
  it('are asked for once, however many want the same at the same time [U3]', async () => {
    const clock = fakeClock();
    const cache = new TokenCache({ now: () => clock.now() });
    const { open, ask } = scripted();
    const all = Array.from({ length: 100 }, () => tokenFrom(cache, 'k', ownerOf('u'), ask, never));
    await expect.poll(() => open.length, { timeout: 20_000 }).toBe(1);
    open[0]!.resolve({ token: 't', usableUntil: clock.now() + 1000 });
    expect(new Set(await Promise.all(all))).toEqual(new Set(['t']));
    expect(await cache.get('k', ownerOf('u'), ask, never)).toEqual({ token: 't', isKept: true });
    expect(open).toHaveLength(1);
  });

  it('are told from those that were just made [U3]', async () => {
    const clock = fakeClock();
    const cache = new TokenCache({ now: () => clock.now() });
    const ask = async () => ({ token: 't', usableUntil: clock.now() + 1000 });
    expect(await cache.get('k', null, ask, never)).toEqual({ token: 't', isKept: false });
    expect(await cache.get('k', null, ask, never)).toEqual({ token: 't', isKept: true });
  });

  it('are asked for again when their time is over [U3]', async () => {
    const clock = fakeClock();
    const cache = new TokenCache({ now: () => clock.now() });
    let asked = 0;
    const ask = async () => ({ token: `t${++asked}`, usableUntil: clock.now() + 1000 });
    expect(await tokenFrom(cache, 'k', null, ask, never)).toBe('t1');
    clock.advance(999);
    expect(await tokenFrom(cache, 'k', null, ask, never)).toBe('t1');
    clock.advance(1);
    expect(await tokenFrom(cache, 'k', null, ask, never)).toBe('t2');
  });

  it('are not kept where they are too short-lived to be used again [U3]', async () => {
    const clock = fakeClock();
    const cache = new TokenCache({ now: () => clock.now() });
    expect(await tokenFrom(cache, 'k', null, async () => ({ token: 't', usableUntil: clock.now() }), never)).toBe('t');
    expect(cache.size).toBe(0);
  });

  it('are at most so many; the one that was not used for longest goes [U3]', async () => {
    const clock = fakeClock();
    const cache = new TokenCache({ now: () => clock.now(), tokensMax: 2 });
    const get = (key: string, token: string) =>
      tokenFrom(cache, key, null, async () => ({ token, usableUntil: clock.now() + 1000 }), never);
    await get('a', 'a1');
    await get('b', 'b1');
    await get('a', 'a2');
    await get('c', 'c1');
    expect(cache.size).toBe(2);
    expect(await get('a', 'a3')).toBe('a1');
    expect(await get('b', 'b2')).toBe('b2');
  });

  it('are dropped where they turn out to be no good, but not those that took their place [U3]', async () => {
    const clock = fakeClock();
    const cache = new TokenCache({ now: () => clock.now() });
    let asked = 0;
    const ask = async () => ({ token: `t${++asked}`, usableUntil: clock.now() + 1000 });
    await tokenFrom(cache, 'k', null, ask, never);
    cache.drop('k', 't1');
    expect(await tokenFrom(cache, 'k', null, ask, never)).toBe('t2');
    cache.drop('k', 't1');
    expect(await tokenFrom(cache, 'k', null, ask, never)).toBe('t2');
  });
});

describe('refusals', () => {
  it('stand for a moment; outages do not [U3]', async () => {
    const clock = fakeClock();
    const cache = new TokenCache({ now: () => clock.now(), refusalMs: 5000 });
    let asked = 0;
    const failWith = (error: UpstreamFailure) => async () => {
      asked += 1;
      throw error;
    };
    await expect(tokenFrom(cache, 'k', null, failWith(outage()), never)).rejects.toThrow('later');
    await expect(tokenFrom(cache, 'k', null, failWith(refusal()), never)).rejects.toThrow('no');
    await expect(tokenFrom(cache, 'k', null, failWith(refusal()), never)).rejects.toThrow('no');
    expect(asked).toBe(2);
    clock.advance(5000);
    await expect(tokenFrom(cache, 'k', null, failWith(refusal()), never)).rejects.toThrow('no');
    expect(asked).toBe(3);
  });
});

describe('what else goes wrong', () => {
  it.each([
    ['a call that was ended', new UpstreamFailure('cancelled', 'ended')],
    ['a fault of our own', new Error('ended')],
  ])("is nobody else's: %s [U3]", async (_, error) => {
    const clock = fakeClock();
    const cache = new TokenCache({ now: () => clock.now() });
    await expect(tokenFrom(cache, 'k', null, () => Promise.reject(error), never)).rejects.toThrow('ended');
    const ask = async () => ({ token: 't', usableUntil: clock.now() + 1000 });
    expect(await tokenFrom(cache, 'k', null, ask, never)).toBe('t');
  });
});

describe('those who wait for the same', () => {
  it('leave nothing on the signal that they brought [U3]', async () => {
    const cache = new TokenCache({ now: () => 0 });
    const { signal } = new AbortController();
    await tokenFrom(cache, 'k', null, async () => ({ token: 't', usableUntil: 0 }), signal);
    await expect(tokenFrom(cache, 'k', null, () => Promise.reject(outage()), signal)).rejects.toThrow('later');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('can leave without taking it from the others [U3]', async () => {
    const clock = fakeClock();
    const cache = new TokenCache({ now: () => clock.now() });
    const { open, ask } = scripted();
    const leaving = new AbortController();
    const first = tokenFrom(cache, 'k', null, ask, leaving.signal);
    const second = tokenFrom(cache, 'k', null, ask, never);
    await expect.poll(() => open.length, { timeout: 20_000 }).toBe(1);
    leaving.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(open[0]!.signal.aborted).toBe(false);
    open[0]!.resolve({ token: 't', usableUntil: clock.now() + 1 });
    expect(await second).toBe('t');
  });

  it('give the question up when the last has left, and the next asks anew [U3]', async () => {
    const clock = fakeClock();
    const cache = new TokenCache({ now: () => clock.now() });
    const { open, ask } = scripted();
    const leaving = [new AbortController(), new AbortController()];
    const gone = leaving.map(({ signal }) => tokenFrom(cache, 'k', null, ask, signal).catch(() => 'gone'));
    await expect.poll(() => open.length, { timeout: 20_000 }).toBe(1);
    for (const controller of leaving) controller.abort();
    expect(await Promise.all(gone)).toEqual(['gone', 'gone']);
    expect(open[0]!.signal.aborted).toBe(true);
    const next = tokenFrom(cache, 'k', null, ask, never);
    await expect.poll(() => open.length, { timeout: 20_000 }).toBe(2);
    open[0]!.resolve({ token: 'late', usableUntil: clock.now() + 1000 });
    open[1]!.resolve({ token: 't', usableUntil: clock.now() + 1000 });
    expect(await next).toBe('t');
    expect(await tokenFrom(cache, 'k', null, ask, never)).toBe('t');
  });

  it('get nothing where they had left before they came [U3]', async () => {
    const cache = new TokenCache({ now: () => fakeClock().now() });
    const { open, ask } = scripted();
    await expect(tokenFrom(cache, 'k', null, ask, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(open).toHaveLength(0);
  });
});

describe('a session that has ended', () => {
  it('takes what was kept and what was under way along, of nobody else [U3]', async () => {
    const clock = fakeClock();
    const cache = new TokenCache({ now: () => clock.now() });
    const give = (token: string) => async () => ({ token, usableUntil: clock.now() + 1000 });
    await tokenFrom(cache, 'mine', ownerOf('u', 's1'), give('t1'), never);
    await tokenFrom(cache, 'other', ownerOf('u', 's2'), give('t2'), never);
    await tokenFrom(cache, 'client', null, give('t3'), never);
    const { open, ask } = scripted();
    const waiting = tokenFrom(cache, 'under way', ownerOf('u', 's1'), ask, never);
    const told = expect(waiting).rejects.toThrow(/session has ended/);
    const ofOthers = [
      tokenFrom(cache, 'of another', ownerOf('u', 's2'), ask, never),
      tokenFrom(cache, 'of the client', null, ask, never),
    ];
    await expect.poll(() => open.length, { timeout: 20_000 }).toBe(3);
    cache.forget(({ sessionKey }) => sessionKey === 's1');
    await told;
    for (const one of open.slice(1)) one.resolve({ token: 'theirs', usableUntil: clock.now() + 1000 });
    expect(await Promise.all(ofOthers)).toEqual(['theirs', 'theirs']);
    // What comes in after it is not kept either.
    open[0]!.resolve({ token: 'late', usableUntil: clock.now() + 1000 });
    expect(await tokenFrom(cache, 'under way', ownerOf('u', 's1'), give('new'), never)).toBe('new');
    expect(await tokenFrom(cache, 'mine', ownerOf('u', 's1'), give('new'), never)).toBe('new');
    expect(await tokenFrom(cache, 'other', ownerOf('u', 's2'), give('new'), never)).toBe('t2');
    expect(await tokenFrom(cache, 'client', null, give('new'), never)).toBe('t3');
  });
});

/** What may happen, in any order: nobody ever gets a token that was not made for their key, or one that has ended. */
describe('whatever happens in whatever order', () => {
  const key = fc.integer({ min: 0, max: 3 });
  const step = fc.oneof(
    fc.record({ act: fc.constant('get' as const), key, leaves: fc.boolean() }),
    fc.record({ act: fc.constant('answer' as const), nth: fc.nat(5), ms: fc.integer({ min: -10, max: 100 }) }),
    fc.record({ act: fc.constant('fail' as const), nth: fc.nat(5), forGood: fc.boolean() }),
    fc.record({ act: fc.constant('leave' as const), nth: fc.nat(5) }),
    fc.record({ act: fc.constant('advance' as const), ms: fc.integer({ min: 0, max: 60 }) }),
    fc.record({ act: fc.constant('forget' as const), key }),
    fc.record({ act: fc.constant('drop' as const), key }),
  );

  it('a token is only for the key it was made for, and at most one question is open for each [U3]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const clock = fakeClock();
        const cache = new TokenCache({ now: () => clock.now(), tokensMax: 3, refusalMs: 20 });
        type Open = { key: number; settle(outcome: IssuedToken | UpstreamFailure): void; isOpen: boolean };
        const open: Open[] = [];
        const leaving: AbortController[] = [];
        const waiting: Promise<void>[] = [];
        const last = new Map<number, string>();
        const made = new Map<string, { key: number; until: number }>();
        let count = 0;
        const ask = (wanted: number) => (signal: AbortSignal) => {
          expect(open.filter((one) => one.isOpen && one.key === wanted)).toHaveLength(0);
          return new Promise<IssuedToken>((resolve, reject) => {
            const one: Open = {
              key: wanted,
              isOpen: true,
              settle(outcome) {
                this.isOpen = false;
                if (outcome instanceof UpstreamFailure) reject(outcome);
                else resolve(outcome);
              },
            };
            open.push(one);
            signal.addEventListener('abort', () => {
              one.isOpen = false;
            });
          });
        };
        for (const one of steps) {
          const openOnes = open.filter(({ isOpen }) => isOpen);
          const chosen = 'nth' in one ? openOnes[one.nth % Math.max(1, openOnes.length)] : undefined;
          if (one.act === 'get') {
            const controller = new AbortController();
            if (one.leaves) leaving.push(controller);
            const before = clock.now();
            const token = tokenFrom(cache, `k${one.key}`, ownerOf(`u${one.key}`), ask(one.key), controller.signal);
            waiting.push(
              token.then(
                (got) => {
                  expect(made.get(got)?.key).toBe(one.key);
                  last.set(one.key, got);
                  // A kept one is good when it is given out; a new one was asked for after it was wanted.
                  expect(made.get(got)!.until).toBeGreaterThan(before - 11);
                },
                () => undefined,
              ),
            );
          } else if (one.act === 'answer' && chosen) {
            const token = `t${++count}`;
            made.set(token, { key: chosen.key, until: clock.now() + one.ms });
            chosen.settle({ token, usableUntil: clock.now() + one.ms });
          } else if (one.act === 'fail' && chosen) chosen.settle(one.forGood ? refusal() : outage());
          else if (one.act === 'leave') leaving.splice(one.nth % Math.max(1, leaving.length), 1)[0]?.abort();
          else if (one.act === 'advance') clock.advance(one.ms);
          else if (one.act === 'forget') cache.forget(({ subject }) => subject === `u${one.key}`);
          else if (one.act === 'drop') cache.drop(`k${one.key}`, last.get(one.key) ?? '');
          expect(cache.size).toBeLessThanOrEqual(3);
          await new Promise<void>((resolve) => setImmediate(resolve));
        }
        for (const one of open.filter(({ isOpen }) => isOpen)) one.settle(outage());
        await Promise.all(waiting);
      }),
      { numRuns: 150 },
    );
  });
});
