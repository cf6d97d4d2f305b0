import type { GrantView } from '@countersign/contract';
import { relativeText } from './duration.ts';
import { printable } from './printable.ts';
import { shortIds } from './short-ids.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';

export function renderGrants(grants: readonly GrantView[], style: Style, nowMs: number): string {
  if (grants.length === 0) return 'No remembered decisions: agents ask each time.\n';
  const short = shortIds(grants.map(({ grant_id }) => grant_id));
  const rows = grants.map((grant) => [
    short(grant.grant_id),
    grant.scope,
    stateText(grant, nowMs),
    printable(grant.owner.name),
    printable(grant.text) + (grant.warning === null ? '' : ` ${style.warning(`! ${printable(grant.warning)}`)}`),
  ]);
  return renderTable(['ID', 'SCOPE', 'STATE', 'BY', 'WHAT'], rows, style);
}

function stateText({ revoked_at, expires_at }: GrantView, nowMs: number): string {
  if (revoked_at !== null) return `revoked ${relativeText(revoked_at, nowMs)}`;
  if (expires_at === null) return 'until revoked';
  return Date.parse(expires_at) > nowMs ? `ends ${relativeText(expires_at, nowMs)}` : 'ended';
}
