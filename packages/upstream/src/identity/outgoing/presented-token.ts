import type { Caller } from '../../caller.ts';
import { UpstreamFailure } from '../../upstream-failure.ts';

/** The token of an issuer that the agent came with, as long as it is good. Our own tokens never leave. */
export function presentedToken(caller: Caller, now: number): string {
  if (caller.token === null || caller.token === '' || caller.issuer === 'countersign') {
    throw refused(
      'The agent has to come with a token of an issuer for this source; one of Countersign is not sent on.',
    );
  }
  if (caller.issuer.trim() === '' || caller.subject.trim() === '' || caller.sessionKey === '') {
    throw refused('The token of the agent does not say for whom it acts.');
  }
  if (caller.tokenExpiresAt === null || !(now < caller.tokenExpiresAt)) {
    throw refused('The token of the agent has expired; ask again with a new one.');
  }
  return caller.token;
}

function refused(message: string): UpstreamFailure {
  return new UpstreamFailure('token_exchange_failed', message, { isRetryable: false });
}
