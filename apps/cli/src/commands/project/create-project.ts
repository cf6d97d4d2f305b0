import { command } from '../../command.ts';
import { printable } from '../../render/printable.ts';

export const createProject = command({
  summary: 'Open a project; you are its first owner',
  arguments: [['<name>', 'what the project is called']],
  examples: [['project create website', 'then make credentials for its agents with token create']],
  async run({ client, print }, [name]) {
    const project = await client().admin.createProject(name!);
    print(project, () => `Project ${printable(project.name)} is open. Its id is ${project.project_id}\n`);
  },
});
