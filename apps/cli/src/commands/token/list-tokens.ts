import type { TokenView } from '@countersign/contract';
import { command } from '../../command.ts';
import { relativeText } from '../../render/duration.ts';
import { printable } from '../../render/printable.ts';
import { shortIds } from '../../render/short-ids.ts';
import { renderTable } from '../../render/table.ts';

export const listTokens = command<{ all?: boolean }>({
  summary: 'List credentials, without their secrets',
  options: [{ flags: '--all', description: 'also those that were revoked or have expired' }],
  examples: [['token list', 'those in force']],
  async run({ client, print, style, terminal }, _, { all }) {
    const { tokens } = await client().admin.listTokens();
    const shown = all ? tokens : tokens.filter((token) => isInForce(token, terminal.now()));
    const short = shortIds(shown.map(({ token_id }) => token_id));
    const rows = shown.map((token) => [
      short(token.token_id),
      token.kind,
      stateText(token, terminal.now()),
      printable(token.name),
    ]);
    print({ tokens: shown }, () =>
      rows.length === 0 ? 'No credentials.\n' : renderTable(['ID', 'KIND', 'STATE', 'NAME'], rows, style),
    );
  },
});

function isInForce({ revoked_at, expires_at }: TokenView, nowMs: number): boolean {
  return revoked_at === null && (expires_at === null || Date.parse(expires_at) > nowMs);
}

function stateText({ revoked_at, expires_at }: TokenView, nowMs: number): string {
  if (revoked_at !== null) return `revoked ${relativeText(revoked_at, nowMs)}`;
  if (expires_at === null) return 'no expiry';
  return Date.parse(expires_at) > nowMs ? `expires ${relativeText(expires_at, nowMs)}` : 'expired';
}
