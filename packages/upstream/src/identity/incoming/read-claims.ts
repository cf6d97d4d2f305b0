import { createHash } from 'node:crypto';
import type { IssuerSettings } from '@countersign/policy';
import { identityLimits } from '../identity-limits.ts';
import { isObject, type JsonObject } from '../json-object.ts';

/** A reason to refuse a token, in words for whoever sent it. */
export class ClaimRefused extends Error {}

type ClaimNames = Pick<IssuerSettings, 'subject_claim' | 'actor_claim' | 'name_claim'>;

export function subjectOf(claims: JsonObject, { subject_claim = 'sub' }: ClaimNames): string {
  return identifierIn(claims[subject_claim], subject_claim);
}

/**
 * RFC 8693: the outermost `act` acts now, those inside it acted before. Without one it is the client that the token was
 * made for. A chain is written as a list, so that it cannot be taken for an agent of that name.
 */
export function actorOf(claims: JsonObject, { actor_claim }: ClaimNames, subject: string): string {
  if (actor_claim !== undefined) return identifierIn(claims[actor_claim], actor_claim);
  const chain = actorChain(claims.act);
  const client = claims.azp ?? claims.client_id;
  const [only, ...others] = chain;
  if (only !== undefined) return others.length > 0 || only.startsWith('[') ? JSON.stringify(chain) : only;
  return client === undefined ? subject : identifierIn(client, claims.azp === undefined ? 'client_id' : 'azp');
}

/** For people: what the claim says, else the usual ones, without anything that could not be seen. */
export function nameOf(claims: JsonObject, { name_claim }: ClaimNames, subject: string): string {
  const candidates = name_claim === undefined ? [claims.preferred_username, claims.name] : [claims[name_claim]];
  const given = candidates.find((value) => typeof value === 'string' && visible(value) !== '');
  return [...visible(typeof given === 'string' ? given : subject)]
    .slice(0, identityLimits.displayNameLengthMax)
    .join('');
}

/** The session where the issuer tells it, else the token itself. Written apart, so that one is never taken for another. */
export function sessionKeyOf(claims: JsonObject, token: string): string {
  if (isText(claims.sid)) return `sid:${claims.sid}`;
  if (isText(claims.jti)) return `jti:${claims.jti}`;
  return `token:${createHash('sha256').update(token).digest('base64url')}`;
}

function actorChain(act: unknown): string[] {
  const chain: string[] = [];
  for (let actor = act; actor !== undefined; actor = actor.act) {
    if (!isObject(actor)) throw new ClaimRefused('its claim "act" is not an object');
    if (chain.length >= identityLimits.actorsMax) throw new ClaimRefused('its claim "act" is nested too deeply');
    chain.push(identifierIn(actor.sub, 'act.sub'));
  }
  return chain;
}

/** Who somebody is must be there, and must not look like somebody else. */
function identifierIn(value: unknown, claim: string): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw new ClaimRefused(`its claim "${claim}" is missing or empty`);
  if (value.length > identityLimits.subjectLengthMax) throw new ClaimRefused(`its claim "${claim}" is too long`);
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(value) || value !== value.trim()) {
    throw new ClaimRefused(`its claim "${claim}" has characters that cannot be seen`);
  }
  return value;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= identityLimits.subjectLengthMax;
}

function visible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
}
