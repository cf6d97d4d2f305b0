import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useExchangeStage } from './exchange-stage.ts';

const stage = useExchangeStage();
const seconds = 1000;

describe('a token that is exchanged at an OpenID provider', () => {
  it('is for the service, of the user, and names who acts [U3]', async () => {
    const caller = await stage().callerOf('alice');
    const { upstreamToken } = await stage().authorize(caller, { scopes: ['menu'] });
    expect(upstreamToken).not.toBe(caller.token);
    expect(await stage().provider.verify(upstreamToken!, 'pizzeria')).toMatchObject({
      sub: 'alice',
      aud: 'pizzeria',
      scope: 'menu',
      act: { sub: 'exchanger', act: { sub: 'agent-app' } },
    });
  });

  it('is another for each audience and for each set of scopes [U3]', async () => {
    const caller = await stage().callerOf('alice');
    const tokens = await Promise.all([
      stage().authorize(caller, { scopes: ['menu'] }),
      stage().authorize(caller, { scopes: ['orders'] }),
      stage().authorize(caller, { scopes: ['menu', 'orders'] }),
      stage().authorize(caller, { audience: 'bank', scopes: ['pay'] }),
    ]);
    expect(new Set(tokens.map(({ upstreamToken }) => upstreamToken)).size).toBe(4);
    await expect(stage().provider.verify(tokens[3].upstreamToken!, 'pizzeria')).rejects.toThrow();
  });

  it('is refused where audience or scope are not offered, and the agent is told which [U3]', async () => {
    const caller = await stage().callerOf('alice');
    expect(await stage().failureOf(caller, { audience: 'nowhere' })).toMatchObject({
      code: 'token_exchange_failed',
      isRetryable: false,
      details: { error: 'invalid_target', status: 400 },
    });
    const scope = await stage().failureOf(caller, { scopes: ['pay'] });
    expect(scope).toMatchObject({ isRetryable: false, details: { error: 'invalid_scope' } });
    expect(stage().provider.exchanges).toHaveLength(0);
  });

  it('is asked for again when it is about to end [U3]', async () => {
    const caller = await stage().callerOf('alice');
    stage().provider.tokenSeconds = 60;
    const first = await stage().authorize(caller);
    expect((await stage().authorize(caller)).upstreamToken).toBe(first.upstreamToken);
    stage().advance(30 * seconds);
    expect((await stage().authorize(caller)).upstreamToken).not.toBe(first.upstreamToken);
  });

  it("ends with the agent's own [U3]", async () => {
    stage().provider.tokenSeconds = 60;
    const caller = await stage().callerOf('alice');
    stage().provider.tokenSeconds = 3600;
    await stage().authorize(caller);
    stage().advance(60 * seconds);
    expect((await stage().failureOf(caller)).message).toMatch(/expired/);
    stage().advance(30 * seconds);
    await expect(stage().registry.verify(caller.token!)).rejects.toThrow(/expired/);
  });

  it('is refused after the user has signed out [U3]', async () => {
    const caller = await stage().callerOf('alice');
    await stage().authorize(caller);
    stage().provider.revoked.add('session of alice');
    stage().authorizer.forgetSession(caller.issuer, caller.sessionKey);
    const error = await stage().failureOf(caller);
    expect(error).toMatchObject({ isRetryable: false, details: { error: 'invalid_grant' } });
    expect(error.message).toMatch(/sign in again/);
    const again = await stage().callerOf('alice', { session: 'the next one' });
    expect(await stage().authorize(again)).toMatchObject({ upstreamToken: expect.any(String) });
  });

  it('is not given to a client that may not, or that does not know its secret [U3]', async () => {
    const caller = await stage().callerOf('alice');
    stage().secrets.set('other', 'bystander-secret');
    const bystander = await stage().failureOf(caller, {}, { client_id: 'bystander', secret: 'other' });
    expect(bystander).toMatchObject({ isRetryable: false, details: { error: 'invalid_request' } });
    stage().secrets.set('idp', 'guessed');
    const wrong = await stage().failureOf(caller);
    expect(wrong).toMatchObject({ isRetryable: false, details: { error: 'invalid_client', status: 401 } });
    expect(wrong.message).toContain('countersign secrets set idp');
    stage().secrets.set('idp', 'exchanger-secret');
    await stage().authorize(caller);
  });

  it('shows its client in the body where the provider wants it so [U3]', async () => {
    const credentials = await stage().authorize(
      await stage().callerOf('alice'),
      {},
      { client_auth: 'client_secret_post' },
    );
    expect(await stage().provider.verify(credentials.upstreamToken!, 'pizzeria')).toMatchObject({ sub: 'alice' });
  });
});

describe('a provider', () => {
  it('that goes down is left alone, and used again when it is back [U3, U6]', async () => {
    const caller = await stage().callerOf('alice');
    await stage().provider.down();
    try {
      for (let turn = 0; turn < 5; turn += 1) {
        expect(await stage().failureOf(caller)).toMatchObject({ code: 'token_exchange_failed', isRetryable: true });
      }
      expect(await stage().failureOf(caller)).toMatchObject({ isRetryable: true, details: { error: 'circuit_open' } });
    } finally {
      await stage().provider.up();
    }
    // Back, but not asked before its time.
    expect(await stage().failureOf(caller)).toMatchObject({ details: { error: 'circuit_open' } });
    stage().advance(30 * seconds);
    for (const audience of ['pizzeria', 'bank', 'pizzeria']) await stage().authorize(caller, { audience });
    await stage().authorize(caller, { scopes: ['orders'] });
    expect(stage().changes.map(({ to }) => to)).toEqual(['open', 'half_open', 'closed']);
  });

  it('that leads elsewhere is not followed: nothing arrives there [U3, U5]', async () => {
    let arrived = 0;
    const elsewhere = createServer((request, response) => {
      arrived += 1;
      request.resume();
      response.end('{}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    try {
      const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/token`;
      const caller = await stage().callerOf('alice');
      for (const status of [301, 302, 303, 307, 308]) {
        stage().provider.intercept = (request, response) => {
          if (request.method !== 'POST') return false;
          request.resume();
          response.writeHead(status, { location }).end();
          return true;
        };
        const error = await stage().failureOf(caller, { scopes: [`menu${status}`] });
        expect(error).toMatchObject({ code: 'token_exchange_failed', isRetryable: false });
        expect(error.message).toMatch(/redirect/);
      }
      expect(arrived).toBe(0);
    } finally {
      await new Promise((resolve) => elsewhere.close(resolve));
    }
  });

  it('that answers another token than was asked for has it refused [U3]', async () => {
    const caller = await stage().callerOf('alice');
    const forBank = (await stage().authorize(caller, { audience: 'bank' })).upstreamToken;
    const ofBob = (await stage().authorize(await stage().callerOf('bob'))).upstreamToken;
    const lies: [object, RegExp][] = [
      [{ access_token: forBank }, /another audience/],
      [{ access_token: ofBob }, /another subject/],
      [{ access_token: caller.token }, /own token/],
      [{ issued_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' }, /no access token/],
      [{ issued_token_type: undefined }, /no access token/],
      [{ token_type: 'N_A' }, /Bearer/],
      [{ expires_in: 0 }, /ended already/],
    ];
    for (const [turn, [lie, reason]] of lies.entries()) {
      stage().provider.meddle = (answer) => ({ ...answer, ...lie });
      expect((await stage().failureOf(caller, { toolVersion: `v${turn + 2}` })).message).toMatch(reason);
    }
  });

  it('that changes its keys is believed again, and what it signed before no longer [U3]', async () => {
    const before = await stage().callerOf('alice');
    await stage().provider.rotateKeys();
    stage().advance(30 * seconds);
    const after = await stage().callerOf('alice');
    expect(after.subject).toBe('alice');
    await expect(stage().registry.verify(before.token!)).rejects.toThrow(/no such key/);
    await stage().authorize(after);
  });
});

describe('many callers at once', () => {
  it('each get the token that was made for them, and the provider is asked once for each [U3]', async () => {
    const users = Array.from({ length: 8 }, (_, index) => `user-${index}`);
    const callers = await Promise.all(
      users.flatMap((user) => [stage().callerOf(user), stage().callerOf(user, { client: 'second-agent' })]),
    );
    const audiences = ['pizzeria', 'bank'];
    const wanted = callers.flatMap((caller) => audiences.map((audience) => ({ caller, audience })));
    const all = Array.from({ length: 10 }, () => wanted).flat();
    await Promise.all(
      all.map(async ({ caller, audience }) => {
        const { upstreamToken } = await stage().authorize(caller, { audience });
        expect(await stage().provider.verify(upstreamToken!, audience)).toMatchObject({
          sub: caller.subject,
          act: { act: { sub: caller.actor } },
        });
      }),
    );
    expect(stage().provider.exchanges).toHaveLength(wanted.length);
  });
});
