import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { KeycloakProcess } from './keycloak-process.ts';
import type { KeycloakStage } from './keycloak-stage.ts';
import { type KeycloakAdmin, realm } from './set-up-realm.ts';

type Claim = readonly [
  string,
  (stage: KeycloakStage, admin: KeycloakAdmin, keycloak: KeycloakProcess) => Promise<void>,
];

/** What holds with a real Keycloak, in the order in which it is tried: the last ones kill it. */
export const claims: readonly Claim[] = [
  [
    'an access token is verified with the keys of the realm, and says who acts for whom',
    async (stage) => {
      const { access_token } = await stage.signIn('alice');
      const verified = await stage.registry.verify(access_token);
      assert(verified);
      assert.equal(verified.actor, 'agent-app');
      assert.equal(verified.name, 'alice');
      assert.match(verified.sessionKey, /^sid:./);
      assert.equal(verified.subject, verified.claims.sub);
    },
  ],
  [
    'ID tokens, refresh tokens and tokens for others are refused',
    async (stage) => {
      const { id_token, refresh_token, access_token } = await stage.signIn('alice');
      for (const token of [id_token, refresh_token]) {
        await assert.rejects(stage.registry.verify(token), { code: 'unauthenticated' });
      }
      await assert.rejects(stage.service.verify(access_token), /another audience/);
      const [header, payload = ''] = access_token.split('.');
      await assert.rejects(stage.registry.verify(`${header}.${payload}.AAAA`), /signature is wrong|cannot be verified/);
    },
  ],
  [
    "an exchanged token is for the service alone, of the same user, in the exchanger's name",
    async (stage) => {
      const caller = await stage.callerOf('alice');
      const { upstreamToken } = await stage.authorize(caller);
      assert(upstreamToken);
      assert.notEqual(upstreamToken, caller.token);
      const verified = await stage.service.verify(upstreamToken);
      assert(verified);
      assert.equal(verified.subject, caller.subject);
      assert.equal(verified.claims.aud, 'pizzeria');
      assert.equal(verified.actor, 'countersign-exchanger');
      await assert.rejects(stage.registry.verify(upstreamToken), /another audience/);
    },
  ],
  [
    'audiences that the exchanger has no way to, or that nobody knows, are refused',
    async (stage) => {
      const caller = await stage.callerOf('alice');
      await stage.refuses(/Requested audience not available/, caller, { audience: 'bank' });
      await stage.refuses(/Audience not found/, caller, { audience: 'nowhere' });
      await stage.refuses(/No audience is named/, caller, {}, { audience: undefined });
    },
  ],
  [
    'scopes are those of the tool and no others of the service; unknown ones are refused',
    async (stage) => {
      const caller = await stage.callerOf('alice');
      const scopesOf = async (scopes: string[]): Promise<string[]> => {
        const { upstreamToken } = await stage.authorize(caller, { scopes });
        const granted = String((await stage.service.verify(upstreamToken ?? ''))?.claims.scope).split(' ');
        return granted.filter((scope) => scope.startsWith('pizzeria')).sort();
      };
      assert.deepEqual(await scopesOf(['pizzeria.menu']), ['pizzeria.menu']);
      assert.deepEqual(await scopesOf(['pizzeria.orders']), ['pizzeria.orders']);
      assert.deepEqual(await scopesOf(['pizzeria.orders', 'pizzeria.menu']), ['pizzeria.menu', 'pizzeria.orders']);
      await stage.refuses(/invalid_scope/, caller, { scopes: ['pizzeria.admin'] });
    },
  ],
  [
    'a token is asked for once, however many want it, and by each user for themselves',
    async (stage) => {
      const callers = await Promise.all(['alice', 'bob'].map((user) => stage.callerOf(user)));
      stage.reports.length = 0;
      const all = Array.from({ length: 20 }, () => callers).flat();
      await Promise.all(
        all.map(async (caller) => {
          const { upstreamToken } = await stage.authorize(caller);
          assert.equal((await stage.service.verify(upstreamToken ?? ''))?.subject, caller.subject);
        }),
      );
      assert.equal(stage.reports.length, 2);
    },
  ],
  [
    'a token that has expired is exchanged by nobody: not here, and not there',
    async (stage) => {
      const caller = await stage.callerOf('alice', 'short-app');
      await stage.authorize(caller);
      await pause(Math.max(0, (caller.tokenExpiresAt ?? 0) - Date.now()) + 1_100);
      await stage.refuses(/has expired/, caller);
      // With a clock that is wrong here, Keycloak says so.
      await stage.refuses(/Invalid token/, { ...caller, tokenExpiresAt: Date.now() + 60_000 }, { toolVersion: 'v2' });
    },
  ],
  [
    'after a logout nothing is exchanged any more, until the user signs in again',
    async (stage, admin) => {
      const caller = await stage.callerOf('alice');
      await stage.authorize(caller);
      await admin.ask('DELETE', `/${realm}/sessions/${caller.sessionKey.replace('sid:', '')}`);
      stage.authorizer.forgetSession(caller.issuer, caller.sessionKey);
      await stage.refuses(/sign in again/, caller);
      await stage.authorize(await stage.callerOf('alice'));
    },
  ],
  [
    'clients that may not exchange, do not know their secret, or are not meant by the token get nothing',
    async (stage) => {
      const caller = await stage.callerOf('alice');
      const bystander = { client_id: 'bystander', secret: 'bystander', scopes: [] };
      await stage.refuses(/Standard token exchange is not enabled/, caller, {}, bystander);
      await stage.refuses(/countersign secrets set bystander/, caller, {}, { secret: 'bystander' });
      await stage.refuses(/Client is not within the token audience/, await stage.callerOf('alice', 'stranger-app'));
    },
  ],
  [
    'an actor_token is not taken by Keycloak, which is noticed',
    async (stage) => {
      await stage.refuses(/names no actor/, await stage.callerOf('alice'), {}, { actor_token: true });
    },
  ],
  [
    "the client's own token is for the service",
    async (stage) => {
      const { upstreamToken } = await stage.authorize(
        await stage.callerOf('alice'),
        {},
        { mode: 'client_credentials' },
      );
      const verified = await stage.service.verify(upstreamToken ?? '');
      assert.equal(verified?.name, 'service-account-countersign-exchanger');
    },
  ],
  [
    'new keys of the realm are found without being told',
    async (stage, admin) => {
      await stage.callerOf('alice');
      await admin.ask('POST', `/${realm}/components`, {
        name: 'newer',
        providerId: 'rsa-generated',
        providerType: 'org.keycloak.keys.KeyProvider',
        config: { priority: ['1000'], keySize: ['2048'], algorithm: ['RS256'] },
      });
      const { access_token } = await stage.signIn('alice');
      await assert.rejects(stage.registry.verify(access_token), /no such key/);
      stage.advance(30_000);
      assert(await stage.registry.verify(access_token));
    },
  ],
  [
    'Keycloak is killed: calls fail at once and may be tried again; it is back: they succeed',
    async (stage, _, keycloak) => {
      const caller = await stage.callerOf('alice');
      await keycloak.kill();
      for (let turn = 0; turn < 5; turn += 1) assert.equal((await stage.failureOf(caller)).isRetryable, true);
      const resting = await stage.failureOf(caller);
      assert.equal(resting.details.error, 'circuit_open');
      assert.equal(resting.isRetryable, true);
      // Whoever comes with a token is still known: the keys are.
      assert(await stage.registry.verify(caller.token ?? ''));
      const started = Date.now();
      await keycloak.start();
      stage.advance(Math.max(0, 30_000 - (Date.now() - started)));
      const again = await stage.callerOf('alice');
      for (const version of ['v1', 'v2', 'v3']) await stage.authorize(again, { toolVersion: version });
      assert.deepEqual(
        stage.changes.map(({ to }) => to),
        ['open', 'half_open', 'closed'],
      );
    },
  ],
];
