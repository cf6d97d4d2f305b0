import type { SourceAuth } from '@countersign/contract';

export type ExchangeAuth = Extract<SourceAuth, { mode: 'token_exchange' }>;
export type ClientCredentialsAuth = Extract<SourceAuth, { mode: 'client_credentials' }>;
/** The modes in which a provider is asked for a token. */
export type TokenAuth = ExchangeAuth | ClientCredentialsAuth;

/** What both have: which provider, and as whom it is asked. */
export type ProviderClient = Pick<
  TokenAuth,
  'issuer' | 'token_endpoint' | 'client_id' | 'secret' | 'client_auth' | 'audience_parameter'
>;
