import { command } from '../command.ts';
import { findApproval } from '../find-approval.ts';
import { createSignInLink, renderPhoneLink } from '../phone-link.ts';
import { printable } from '../render/printable.ts';

export const link = command<{ approval?: string; qr?: boolean }>({
  summary: 'Make a link that signs a browser in, once',
  options: [
    { flags: '--approval <id>', description: 'that leads to this request, to decide it there' },
    { flags: '--qr', description: 'also as a code for the camera of a phone' },
  ],
  examples: [
    ['link', 'open it in a browser within ten minutes'],
    ['link --qr', 'go on on a phone'],
    ['link --approval 019a3c5e-7d --qr', 'decide one request on a phone'],
  ],
  async run(context, _, { approval: given, qr }) {
    const approval = given === undefined ? null : await findApproval(context, given);
    const made = await createSignInLink(context.client(), approval?.approval_id);
    const minutes = Math.round(made.expires_in_seconds / 60);
    const code = qr ? `\n${renderPhoneLink(made, context.terminal)}` : '';
    context.print(made, () => `${printable(made.link)}\nSigns you in; works once, for ${minutes} minutes.\n${code}`);
  },
});
