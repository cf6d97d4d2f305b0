import type { SourceAuth } from '@countersign/contract';
import {
  Authorizer,
  type BreakerChange,
  type Caller,
  type Credentials,
  callerOf,
  IssuerRegistry,
  type Need,
  UpstreamFailure,
} from '@countersign/upstream';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { TestProvider } from './test-provider.ts';

const never = new AbortController().signal;

/** A provider, the registry that lets its agents in, and the authorizer that asks it for tokens. */
export class ExchangeStage {
  readonly provider: TestProvider;
  readonly registry: IssuerRegistry;
  readonly authorizer: Authorizer;
  readonly changes: BreakerChange[] = [];
  readonly secrets = new Map([['idp', 'exchanger-secret']]);
  /** Our clock stands still, but for those who sign in: the provider goes by the time of day. */
  #nowMs = Date.now();
  #aheadMs = 0;

  constructor(provider: TestProvider) {
    this.provider = provider;
    const settings = { issuer: provider.issuer, audience: 'countersign', project: 'pizza' };
    this.registry = new IssuerRegistry([settings], { now: this.now });
    this.authorizer = new Authorizer({
      now: this.now,
      secrets: async (name) => this.secrets.get(name) ?? null,
      onBreakerChange: (_, change) => this.changes.push(change),
    });
  }

  readonly now = (): number => this.#nowMs;

  advance(ms: number): void {
    this.#aheadMs += ms;
    this.#nowMs += ms;
  }

  /** An agent that came with a token, as the server sees it. */
  async callerOf(user: string, options: Parameters<TestProvider['signIn']>[1] = {}): Promise<Caller> {
    const token = await this.provider.signIn(user, options);
    this.#nowMs = Math.max(this.#nowMs, Date.now() + this.#aheadMs);
    const verified = await this.registry.verify(token);
    if (!verified) throw new Error('it is no token of the issuer');
    return callerOf(verified, token);
  }

  authorize(caller: Caller, need: Partial<Need> = {}, auth: object = {}): Promise<Credentials> {
    const whole = {
      mode: 'token_exchange',
      issuer: this.provider.issuer,
      client_id: 'exchanger',
      secret: 'idp',
      ...auth,
    } as SourceAuth;
    return this.authorizer.authorize(
      whole,
      caller,
      { sourceId: 's', toolVersion: 'v1', audience: 'pizzeria', ...need },
      never,
    );
  }

  async failureOf(caller: Caller, need: Partial<Need> = {}, auth: object = {}): Promise<UpstreamFailure> {
    const error = await this.authorize(caller, need, auth).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof UpstreamFailure)) throw new Error(`no UpstreamFailure but ${String(error)}`);
    expect(JSON.stringify(error.toError('t'))).not.toMatch(/exchanger-secret|eyJ/);
    return error;
  }
}

/** One provider for a file of tests, and everything else new for each. */
export function useExchangeStage(): () => ExchangeStage {
  let provider: TestProvider;
  let stage: ExchangeStage;
  beforeAll(async () => {
    provider = await TestProvider.start();
  });
  afterAll(() => provider.down());
  beforeEach(() => {
    provider.intercept = () => false;
    provider.meddle = (answer) => answer;
    provider.tokenSeconds = 300;
    provider.revoked.clear();
    provider.exchanges.length = 0;
    stage = new ExchangeStage(provider);
  });
  return () => stage;
}
