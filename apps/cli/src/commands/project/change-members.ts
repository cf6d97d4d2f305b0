import { command } from '../../command.ts';
import { findUser } from '../../find-user.ts';
import { printable } from '../../render/printable.ts';
import { renderTable } from '../../render/table.ts';

export const listMembers = command({
  summary: 'List who belongs to a project',
  examples: [
    ['project members', 'of the only project there is'],
    ['project members --project website --json', 'of one of several, for a program'],
  ],
  async run({ client, projectId, print, style }) {
    const answer = await client().admin.listMembers(await projectId());
    const rows = answer.members.map(({ user_id, name, role }) => [user_id, role, printable(name)]);
    print(answer, () => renderTable(['ID', 'ROLE', 'NAME'], rows, style));
  },
});

export const addMember = command<{ owner?: boolean }>({
  summary: 'Make a person a member of a project',
  details: 'Members see and decide everything in it. It is recorded who added them.',
  arguments: [['<user>', 'name or id']],
  options: [{ flags: '--owner', description: 'as an owner' }],
  examples: [['project add ada', 'people are in user list']],
  async run({ client, projectId, print }, [given], { owner }) {
    const project = await projectId();
    const user = await findUser({ client }, given!);
    const member = await client().admin.putMember(project, user.user_id, owner ? 'owner' : 'member');
    print(member, () => `${printable(member.name)} is ${member.role} of the project.\n`);
  },
});

export const removeMember = command({
  summary: 'Take a person out of a project',
  details: 'At once: pages that they have open end. What they decided stays.',
  arguments: [['<user>', 'name or id']],
  examples: [['project remove ada', 'members are in project members']],
  async run({ client, projectId, print }, [given]) {
    const project = await projectId();
    const user = await findUser({ client }, given!);
    const member = await client().admin.removeMember(project, user.user_id);
    print(member, () => `${printable(member.name)} is out of the project.\n`);
  },
});
