export { Breaker, type BreakerChange, type BreakerSnapshot, type Permit } from './breaker/breaker.ts';
export { type Caller, type Credentials, noCredentials } from './caller.ts';
export type { IdentityFetch } from './identity/bounded-fetch.ts';
export { IssuerRegistry } from './identity/incoming/issuer-registry.ts';
export { IssuerSettings } from './identity/incoming/issuer-settings.ts';
export { callerOf, type VerifiedToken } from './identity/incoming/verified-token.ts';
export { Authorizer, type Need } from './identity/outgoing/authorizer.ts';
export type { TokenReport } from './identity/outgoing/token-request.ts';
export { UpstreamFailure } from './upstream-failure.ts';
