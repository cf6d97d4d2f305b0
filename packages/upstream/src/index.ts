export { Breaker, type BreakerChange, type BreakerSnapshot, type Permit } from './breaker/breaker.ts';
export { type Caller, type Credentials, noCredentials } from './caller.ts';
export { UpstreamFailure } from './upstream-failure.ts';
