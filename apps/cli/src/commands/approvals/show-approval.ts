import { command } from '../../command.ts';
import { findApproval } from '../../find-approval.ts';
import { createSignInLink, renderPhoneLink } from '../../phone-link.ts';
import { renderApproval } from '../../render/approval.ts';

export const showApproval = command<{ qr?: boolean }>({
  summary: 'Show one request in full, as it is to be decided',
  arguments: [['<id>', 'id of the approval, or the beginning of it']],
  options: [{ flags: '--qr', description: 'also a code that opens it on a phone, signed in' }],
  examples: [
    ['approvals show 019a3c5e-7d', 'ids are in approvals list'],
    ['approvals show 019a3c5e-7d --qr', 'and decide it on a phone'],
  ],
  async run(context, [given], { qr }) {
    const { client, terminal, style, print } = context;
    const approval = await findApproval(context, given!);
    const link = qr ? await createSignInLink(client(), approval.approval_id) : null;
    print(link === null ? approval : { ...approval, link }, () => {
      const shown = renderApproval(approval, style, terminal.now());
      return link === null ? shown : `${shown}\n${renderPhoneLink(link, terminal)}`;
    });
  },
});
