import type { Secrecy } from './settings.ts';

const mask = '***';
const passwordParameters = /^(password|sslpassword|pass|pwd)$/i;

/** A value as it may be shown on a screen or in an error. */
export function maskSetting(secrecy: Secrecy, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (secrecy === 'whole') return mask;
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : JSON.stringify(value);
  return secrecy === 'password' ? withoutPassword(text) : text;
}

function withoutPassword(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return text;
  // What looks like a URL but cannot be read as one may hide a password anywhere in it.
  if (!URL.canParse(text)) return mask;
  const url = new URL(text);
  if (url.password !== '') url.password = mask;
  for (const name of url.searchParams.keys()) {
    if (passwordParameters.test(name)) url.searchParams.set(name, mask);
  }
  return url.href;
}
