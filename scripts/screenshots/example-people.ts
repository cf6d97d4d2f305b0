import type { ExampleServer } from './example-server.ts';

/** A small team: who is in it, and tokens in force, about to end and revoked. */
export function addExamplePeople({ command, projectId }: ExampleServer): void {
  for (const name of ['Grace', 'Linus']) command('user', 'create', name, '--project', projectId);
  command('user', 'create', 'Barbara', '--admin');
  command('token', 'create', '--kind', 'user', '--user', 'Grace', '--name', 'laptop', '--expires-in', '30d');
  command('token', 'create', '--kind', 'agent', '--name', 'nightly', '--expires-in', '12h', '--project', projectId);
  const { token } = JSON.parse(
    command('token', 'create', '--kind', 'agent', '--name', 'old bot', '--project', projectId),
  ) as { token: { token_id: string } };
  command('token', 'revoke', token.token_id);
}
