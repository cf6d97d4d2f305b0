import type { SourceAuth } from '@countersign/contract';
import type { CredentialPlaces } from './describe-request.ts';

/** Where the credentials of a source will stand in its requests, so that they can be shown as hidden. */
export function credentialPlaces(auth: SourceAuth = { mode: 'none' }): CredentialPlaces {
  switch (auth.mode) {
    case 'none':
      return { hasToken: false };
    case 'api_key':
      return { [auth.in === 'header' ? 'headers' : 'query']: [auth.name], hasToken: false };
    case 'http_basic':
      return { headers: ['Authorization'], hasToken: false };
    default:
      return { headers: ['Authorization'] };
  }
}
