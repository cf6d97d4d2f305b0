import assert from 'node:assert/strict';
import type { SourceAuth } from '@countersign/contract';
import {
  Authorizer,
  type BreakerChange,
  type Caller,
  type Credentials,
  callerOf,
  IssuerRegistry,
  type Need,
  type TokenReport,
  UpstreamFailure,
} from '@countersign/upstream';
import { password, realm } from './set-up-realm.ts';

type SignIn = { readonly access_token: string; readonly id_token: string; readonly refresh_token: string };
const never = new AbortController().signal;

/** Countersign's side: lets agents of the realm in, and asks it for tokens. */
export class KeycloakStage {
  readonly issuer: string;
  readonly secrets = new Map<string, string>();
  readonly reports: TokenReport[] = [];
  readonly changes: BreakerChange[] = [];
  readonly registry: IssuerRegistry;
  /** As the pizzeria checks tokens. */
  readonly service: IssuerRegistry;
  readonly authorizer: Authorizer;
  #offsetMs = 0;

  constructor(url: string) {
    this.issuer = `${url}/realms/${realm}`;
    for (const client of ['countersign-exchanger', 'bystander']) this.secrets.set(client, `${client} secret`);
    this.registry = new IssuerRegistry([{ issuer: this.issuer, audience: 'countersign', project: 'p' }], {
      now: this.now,
    });
    this.service = new IssuerRegistry([{ issuer: this.issuer, audience: 'pizzeria', project: 'p' }], { now: this.now });
    this.authorizer = new Authorizer({
      now: this.now,
      secrets: async (name) => this.secrets.get(name) ?? null,
      onToken: (report) => this.reports.push(report),
      onBreakerChange: (_, change) => this.changes.push(change),
    });
  }

  readonly now = (): number => Date.now() + this.#offsetMs;

  /** Our clock alone; Keycloak's goes on as it does. */
  advance(ms: number): void {
    this.#offsetMs += ms;
  }

  async signIn(username: string, client = 'agent-app'): Promise<SignIn> {
    const response = await fetch(`${this.issuer}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: client,
        client_secret: `${client} secret`,
        username,
        password,
        scope: 'openid',
      }),
    });
    const answer = await response.json();
    assert.equal(response.status, 200, JSON.stringify(answer));
    return answer as SignIn;
  }

  async callerOf(username: string, client = 'agent-app'): Promise<Caller> {
    const { access_token } = await this.signIn(username, client);
    const verified = await this.registry.verify(access_token);
    assert(verified);
    return callerOf(verified, access_token);
  }

  authorize(caller: Caller, need: Partial<Need> = {}, auth: object = {}): Promise<Credentials> {
    const whole = {
      mode: 'token_exchange',
      issuer: this.issuer,
      client_id: 'countersign-exchanger',
      secret: 'countersign-exchanger',
      audience: 'pizzeria',
      scopes: ['pizzeria.menu'],
      ...auth,
    } as SourceAuth;
    return this.authorizer.authorize(whole, caller, { sourceId: 's', toolVersion: 'v1', ...need }, never);
  }

  /** Refused for good, with the words of Keycloak and none of what was sent. */
  async refuses(words: RegExp, caller: Caller, need: Partial<Need> = {}, auth: object = {}): Promise<UpstreamFailure> {
    const failure = await this.failureOf(caller, need, auth);
    assert.match(failure.message, words);
    assert.equal(failure.isRetryable, false);
    return failure;
  }

  async failureOf(caller: Caller, need: Partial<Need> = {}, auth: object = {}): Promise<UpstreamFailure> {
    const error: unknown = await this.authorize(caller, need, auth).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    assert(error instanceof UpstreamFailure, String(error));
    assert.doesNotMatch(JSON.stringify(error.toError('t')), /eyJ|exchanger secret/);
    return error;
  }
}
