import type { SourceAuth } from '@countersign/contract';
import { fakeClock } from '@countersign/testing';
import { afterEach, beforeEach, expect } from 'vitest';
import {
  Authorizer,
  type BreakerChange,
  type Caller,
  type Credentials,
  type Need,
  type TokenReport,
  UpstreamFailure,
} from '../src/index.ts';
import { accessTokenType, TestIssuer, type TokenQuestion } from './test-issuer.ts';

export const never = new AbortController().signal;
export const clientSecret = 'client-secret';

/** An issuer and an authorizer of its own for each test. */
export class ExchangeStage {
  readonly clock = fakeClock();
  readonly secrets = new Map([['idp', clientSecret]]);
  readonly reports: TokenReport[] = [];
  readonly changes: BreakerChange[] = [];
  readonly issuer: TestIssuer;
  readonly authorizer: Authorizer;

  constructor(issuer: TestIssuer) {
    this.issuer = issuer;
    issuer.answerToken = this.mint;
    this.authorizer = new Authorizer({
      now: () => this.clock.now(),
      secrets: async (name) => this.secrets.get(name) ?? null,
      timeoutMs: 20_000,
      onToken: (report) => this.reports.push(report),
      onBreakerChange: (_, change) => this.changes.push(change),
    });
  }

  /** Says in the token what it was asked to be. */
  readonly mint = async ({ parameters }: TokenQuestion) => {
    const subject = parameters.subject_token === undefined ? 'client' : claimsIn(parameters.subject_token).sub;
    const access_token = await this.issuer.sign({
      sub: subject,
      aud: parameters.audience ?? parameters.resource,
      scope: parameters.scope,
      from: parameters.subject_token?.split('.')[2],
      exp: this.clock.now() / 1000 + 300,
      ...(parameters.actor_token === undefined ? {} : { act: { sub: claimsIn(parameters.actor_token).sub } }),
    });
    return { body: { access_token, token_type: 'Bearer', expires_in: 300, issued_token_type: accessTokenType } };
  };

  exchange(more: object = {}): SourceAuth {
    return {
      mode: 'token_exchange',
      issuer: this.issuer.url,
      client_id: 'exchanger',
      secret: 'idp',
      audience: 'pizzeria',
      ...more,
    };
  }

  async callerAs(more: Partial<Caller> = {}, claims: object = {}): Promise<Caller> {
    const subject = more.subject ?? 'u-1';
    const tokenExpiresAt = more.tokenExpiresAt ?? this.clock.now() + 300_000;
    const exp = tokenExpiresAt / 1000;
    const token = await this.issuer.sign({ sub: subject, aud: 'countersign', azp: 'agent-app', exp, ...claims });
    const known = { issuer: this.issuer.url, subject, actor: 'agent-app', sessionKey: 'sid:1' };
    return { ...known, token, tokenExpiresAt, ...more };
  }

  /** With the exchange of the source `pizzeria`, unless told otherwise. */
  authorize(auth: SourceAuth, caller: Caller, more: Partial<Need> = {}, signal = never): Promise<Credentials> {
    return this.authorizer.authorize(auth, caller, { sourceId: 'pizzeria', toolVersion: 'v1', ...more }, signal);
  }
}

/** The stage of the test that runs. */
export function useExchangeStage(): () => ExchangeStage {
  let stage: ExchangeStage;
  beforeEach(async () => {
    stage = new ExchangeStage(await TestIssuer.start());
  });
  afterEach(() => stage.issuer.down());
  return () => stage;
}

export function claimsIn(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** What the service that gets them can read. */
export function seenBy({ upstreamToken }: Credentials) {
  return claimsIn(upstreamToken ?? '');
}

/** Why it failed. Whatever is said of it, no secret is in it. */
export async function failureOf(work: Promise<unknown>): Promise<UpstreamFailure> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UpstreamFailure)) throw new Error(`no UpstreamFailure but ${String(error)}`);
  expect(JSON.stringify(error.toError('t')) + String(error.cause)).not.toMatch(/client-secret|eyJ/);
  return error;
}
