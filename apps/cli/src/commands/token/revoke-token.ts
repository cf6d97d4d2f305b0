import { command } from '../../command.ts';
import { resolveId } from '../../connection/resolve-id.ts';
import { printable } from '../../render/printable.ts';

export const revokeToken = command({
  summary: 'End a credential at once',
  arguments: [['<id>', 'id of the credential, or the beginning of it']],
  examples: [['token revoke 019a3c5e-7d', 'ids are in token list']],
  async run({ client, print }, [given]) {
    const { admin } = client();
    const id = await resolveId('credential', given!, async () =>
      (await admin.listTokens()).tokens.map(({ token_id }) => token_id),
    );
    const token = await admin.revokeToken(id);
    print(token, () => `Credential ${printable(token.name)} (${token.kind}) is revoked.\n`);
  },
});
