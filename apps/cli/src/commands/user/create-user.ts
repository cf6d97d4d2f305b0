import { command } from '../../command.ts';
import { printable } from '../../render/printable.ts';

export const createUser = command<{ admin?: boolean }>({
  summary: 'Add a person',
  details: 'With --project, the person becomes a member of that project too.',
  arguments: [['<name>', 'what the person is called wherever a decision is shown']],
  options: [{ flags: '--admin', description: 'may manage people, projects and credentials' }],
  examples: [
    ['user create ada', 'then make a credential with token create --kind user --user ada'],
    ['user create ada --project website', 'and make her a member'],
  ],
  async run({ client, config, projectId, print }, [name], { admin }) {
    // The project is looked for first, so that a wrong one adds nobody.
    const project = config().config.project === null ? null : await projectId();
    const user = await client().admin.createUser({ name: name!, is_admin: admin === true });
    if (project !== null) await client().admin.putMember(project, user.user_id, 'member');
    print(user, () => `User ${printable(user.name)} is added. The id is ${user.user_id}\n`);
  },
});
