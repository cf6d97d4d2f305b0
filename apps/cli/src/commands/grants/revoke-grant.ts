import { command } from '../../command.ts';
import { resolveId } from '../../connection/resolve-id.ts';
import { printable } from '../../render/printable.ts';

export const revokeGrant = command({
  summary: 'Take a remembered decision back',
  arguments: [['<id>', 'id of the grant, or the beginning of it']],
  examples: [['grants revoke 019a3c5e-7d', 'from now on the agent asks again; ids are in grants list']],
  async run({ client, projectId, print }, [given]) {
    const { grants } = client();
    const project = await projectId();
    const id = await resolveId('grant', given!, async () =>
      (await grants.list(project, { limit: 200 })).grants.map(({ grant_id }) => grant_id),
    );
    const grant = await grants.revoke(project, id);
    print(grant, () => `Revoked: ${printable(grant.text)}. Calls it let through stay as they are.\n`);
  },
});
