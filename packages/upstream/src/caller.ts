/** On whose behalf a call is made: every look-up of a token is by all of this. */
export type Caller = {
  /** Who vouches for the subject: the issuer of the agent's token, or `countersign` for our own. */
  readonly issuer: string;
  readonly subject: string;
  /** The agent that acts for the subject. */
  readonly actor: string;
  /** Of the credential that the agent came with: after a logout the next one differs. */
  readonly sessionKey: string;
  /** The agent's own token, where it came with one of an issuer; never sent anywhere but to its own issuer's exchange. */
  readonly token: string | null;
  /** When that token ends, in milliseconds since 1970. */
  readonly tokenExpiresAt: number | null;
};

/** What an authorised request carries. */
export type Credentials = {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** For `{{ upstream_token }}` in templates; null where there is none. */
  readonly upstreamToken: string | null;
  /** Every secret among it, so that it can be masked in whatever comes back. */
  readonly secrets: readonly string[];
};

export const noCredentials: Credentials = { headers: {}, query: {}, upstreamToken: null, secrets: [] };
