import type { SourceAuth } from '@countersign/contract';

export type ExchangeAuth = Extract<SourceAuth, { mode: 'token_exchange' }>;
export type ClientCredentialsAuth = Extract<SourceAuth, { mode: 'client_credentials' }>;
/** The modes in which a provider is asked for a token. */
export type TokenAuth = ExchangeAuth | ClientCredentialsAuth;
