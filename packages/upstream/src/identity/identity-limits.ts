/** Every limit on what comes from agents as a token and from identity providers as an answer, named with its unit. */
export const identityLimits = {
  /** Of a token, whoever sends it. Headers longer than 16 KB reach nobody. */
  tokenLengthMax: 16 * 1024,
  subjectLengthMax: 300,
  displayNameLengthMax: 100,
  /** Agents that act for one another, innermost last. */
  actorsMax: 10,
  /** One question to a provider, from the name look-up to the last byte. */
  providerMsMax: 10_000,
  providerBytesMax: 512 * 1024,
  /** How long a provider's addresses are taken for true. */
  providerDocumentMs: 3_600_000,
  /** How long its keys are; and for how long older ones still serve where it does not answer. */
  keysFreshMs: 600_000,
  keysStaleMsMax: 3_600_000,
  /** Between two looks for a key nobody has heard of, and between two tries where the provider does not answer. */
  keysCooldownMs: 30_000,
  keysRetryMs: 5_000,
  keysMax: 100,
  clockLeewaySeconds: 30,
  /** Tokens kept for reuse; the one that was not used for longest goes first. */
  tokensKeptMax: 5_000,
  /** A kept token is not used in its last moments: it has to arrive while it is good. */
  tokenLeewayMs: 30_000,
  /** Whatever a provider says: for so long at most a token outlives the session that it was made in. */
  tokenKeptMsMax: 300_000,
  /** How long a refusal stands before the provider is asked the same again. */
  refusalKeptMs: 5_000,
  /** Providers whose breaker and addresses are remembered. */
  providersMax: 500,
  errorTextLengthMax: 300,
} as const;
