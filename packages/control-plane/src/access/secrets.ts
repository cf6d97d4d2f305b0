import { hash, randomBytes } from 'node:crypto';

/** 256 random bits behind a prefix that tells people and scanners what it is. */
export function newSecret(label: string): string {
  return `cs_${label}_${randomBytes(32).toString('base64url')}`;
}

/** Secrets have full entropy, so a plain hash is enough; what is stored cannot be used to sign in. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** The token a page must send back, derived from its cookie so that nothing more needs to be kept. */
export function csrfTokenOf(cookieSecret: string): string {
  return hash('sha256', `csrf:${cookieSecret}`, 'base64url');
}
