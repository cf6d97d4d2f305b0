import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seenBy, useExchangeStage } from '../../../test/exchange-stage.ts';
import type { Caller } from '../../caller.ts';

const stage = useExchangeStage();

describe('nobody gets the token of another', () => {
  const pick = (...values: string[]) => fc.constantFrom(...values);
  const call = fc.record({
    subject: pick('u-1', 'u-2', 'u-1 '),
    actor: pick('bot', 'bot2'),
    sessionKey: pick('sid:1', 'sid:2'),
    audience: pick('pizzeria', 'bank', 'pizzeria bank'),
    scopes: fc.subarray(['a', 'b', 'a b'].map((scope) => scope.replace(' ', '.'))),
    toolVersion: pick('v1', 'v2'),
    sourceId: pick('one', 'two'),
    client: pick('exchanger', 'exchanger2'),
  });

  it('whatever differs between them, at the same time or later [U3]', async () => {
    const minted = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 2, maxLength: 12 }), fc.boolean(), async (calls, atOnce) => {
        const tokens = new Map<string, string>();
        const run = async (one: (typeof calls)[number]): Promise<void> => {
          const { subject, actor, sessionKey, audience, scopes, client, ...rest } = one;
          const identity = JSON.stringify([subject, actor, sessionKey]);
          tokens.set(identity, tokens.get(identity) ?? (await stage().issuer.sign({ sub: subject, who: identity })));
          const caller: Caller = {
            issuer: stage().issuer.url,
            subject,
            actor,
            sessionKey,
            token: tokens.get(identity)!,
            tokenExpiresAt: stage().clock.now() + 60_000,
          };
          const got = await stage().authorize(stage().exchange({ client_id: client }), caller, {
            ...rest,
            audience,
            scopes,
          });
          expect(seenBy(got)).toMatchObject({ sub: subject, aud: audience, from: caller.token!.split('.')[2] });
          expect(seenBy(got).scope ?? '').toBe([...scopes].sort().join(' '));
          const whole = JSON.stringify({ ...one, scopes: [...scopes].sort(), token: caller.token });
          const before = minted.get(got.upstreamToken!);
          expect(before ?? whole).toBe(whole);
          minted.set(got.upstreamToken!, whole);
        };
        if (atOnce) await Promise.all(calls.map(run));
        else for (const one of calls) await run(one);
      }),
      { numRuns: 40 },
    );
  });
});
