import { UpstreamFailure } from '../../upstream-failure.ts';
import { identityLimits } from '../identity-limits.ts';
import { SharedFlight } from './shared-flight.ts';

/** A token that was asked for, and until when it may be given out again. */
export type IssuedToken = { readonly token: string; readonly usableUntil: number };

/** One that is given out. Whoever gets a kept one may hear that it is no longer good. */
export type GivenToken = { readonly token: string; readonly isKept: boolean };

/** Whose tokens they are, so that they can be forgotten; null for those of the client itself. */
export type TokenOwner = { readonly issuer: string; readonly subject: string; readonly sessionKey: string } | null;

type Entry = { readonly owner: TokenOwner; readonly until: number } & (
  | { readonly token: string }
  | { readonly refusal: UpstreamFailure }
);
type Flight = { readonly owner: TokenOwner; readonly shared: SharedFlight<IssuedToken> };

type Options = {
  readonly now: () => number;
  readonly tokensMax?: number | undefined;
  readonly refusalMs?: number | undefined;
};

/** Tokens by key, and at most one question under way for each. Refusals are kept for a moment, outages never. */
export class TokenCache {
  readonly #now: () => number;
  readonly #tokensMax: number;
  readonly #refusalMs: number;
  /** In the order of use: the first was not used for longest. */
  readonly #entries = new Map<string, Entry>();
  readonly #flights = new Map<string, Flight>();

  constructor({ now, tokensMax, refusalMs }: Options) {
    this.#now = now;
    this.#tokensMax = tokensMax ?? identityLimits.tokensKeptMax;
    this.#refusalMs = refusalMs ?? identityLimits.refusalKeptMs;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** `ask` is called where there is nothing to give out; all who want the same key meanwhile get its answer. */
  async get(
    key: string,
    owner: TokenOwner,
    ask: (signal: AbortSignal) => Promise<IssuedToken>,
    signal: AbortSignal,
  ): Promise<GivenToken> {
    signal.throwIfAborted();
    const kept = this.#kept(key);
    if (kept) {
      if ('refusal' in kept) throw kept.refusal;
      return { token: kept.token, isKept: true };
    }
    const flight = this.#flights.get(key) ?? this.#start(key, owner, ask);
    return { token: (await flight.shared.join(signal)).token, isKept: false };
  }

  /** A token that turned out to be no good. One that took its place already stays. */
  drop(key: string, token: string): void {
    const entry = this.#entries.get(key);
    if (entry && 'token' in entry && entry.token === token) this.#entries.delete(key);
  }

  /** After a logout: what is kept goes, and what is under way ends. */
  forget(isMeant: (owner: NonNullable<TokenOwner>) => boolean): void {
    for (const [key, { owner }] of this.#entries) if (owner && isMeant(owner)) this.#entries.delete(key);
    for (const [key, { owner, shared }] of this.#flights) {
      if (!owner || !isMeant(owner)) continue;
      this.#flights.delete(key);
      shared.end(
        new UpstreamFailure('token_exchange_failed', 'The session has ended; the agent has to sign in again.'),
      );
    }
  }

  #kept(key: string): Entry | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    this.#entries.delete(key);
    if (entry.until <= this.#now()) return null;
    this.#entries.set(key, entry);
    return entry;
  }

  #start(key: string, owner: TokenOwner, ask: (signal: AbortSignal) => Promise<IssuedToken>): Flight {
    const isCurrent = (): boolean => this.#flights.get(key) === flight;
    const shared = new SharedFlight(ask, {
      // Before anyone who waits is told, so that whoever comes next finds it.
      onEnd: (outcome) => {
        // A flight that was forgotten, or that nobody waits for, leaves nothing behind.
        if (!isCurrent()) return;
        this.#flights.delete(key);
        if ('value' in outcome)
          this.#keep(key, { owner, token: outcome.value.token, until: outcome.value.usableUntil });
        else if (isDefinite(outcome.error)) {
          this.#keep(key, { owner, refusal: outcome.error, until: this.#now() + this.#refusalMs });
        }
      },
    });
    const flight: Flight = { owner, shared };
    this.#flights.set(key, flight);
    return flight;
  }

  #keep(key: string, entry: Entry): void {
    if (entry.until <= this.#now()) return;
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#tokensMax) break;
      this.#entries.delete(oldest);
    }
  }
}

function isDefinite(error: unknown): error is UpstreamFailure {
  return error instanceof UpstreamFailure && error.code === 'token_exchange_failed' && !error.isRetryable;
}
