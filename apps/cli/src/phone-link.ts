import type { Client } from '@countersign/client';
import { isLoopbackHost } from '@countersign/config';
import { printable } from './render/printable.ts';
import { qrCode } from './render/qr-code.ts';
import type { Terminal } from './terminal.ts';

export type SignInLink = { readonly link: string; readonly expires_in_seconds: number };

/** A link that signs in once, to the page or to one request on it. */
export async function createSignInLink({ call }: Pick<Client, 'call'>, approvalId?: string): Promise<SignInLink> {
  const made = await call('createLink', {});
  return approvalId === undefined ? made : { ...made, link: `${made.link}&approval_id=${approvalId}` };
}

/** The link as a code to point a phone at; where a phone could not follow it, what to do about that. */
export function renderPhoneLink(
  { link, expires_in_seconds }: SignInLink,
  { hasColor, screen }: Pick<Terminal, 'hasColor' | 'screen'>,
): string {
  const { hostname, port } = new URL(link);
  if (isLoopbackHost(hostname)) return `${unreachable(hostname, port)}\n`;
  const { columns, text } = qrCode(link, hasColor);
  const width = screen()?.columns ?? columns;
  if (width < columns)
    return `The window is too narrow for the code: make it ${columns} columns wide, or open this on the phone:\n${printable(link)}\n`;
  const minutes = Math.round(expires_in_seconds / 60);
  return `${text}Point the camera of a phone at it. It signs you in, once, within ${minutes} minutes: show it to nobody else.\n`;
}

function unreachable(hostname: string, port: string): string {
  return [
    `A phone cannot reach ${hostname}: only this machine can.`,
    `To change that, start the server with --host 0.0.0.0 --public-url http://ADDRESS-OF-THIS-MACHINE:${port || '80'} in a`,
    'network that you trust, or behind a proxy with https and --public-url https://YOUR-NAME.',
  ].join('\n');
}
