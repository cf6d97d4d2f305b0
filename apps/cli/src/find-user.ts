import type { CallOutput } from '@countersign/client';
import type { CommandContext } from './command-context.ts';
import { UsageError } from './usage-error.ts';

type User = CallOutput<'listUsers'>['users'][number];

/** The person that a name or an id stands for. */
export async function findUser({ client }: Pick<CommandContext, 'client'>, given: string): Promise<User> {
  const { users } = await client().admin.listUsers();
  const found = users.find(({ name, user_id }) => name === given || user_id === given.toLowerCase());
  if (!found) throw new UsageError(`there is no user called "${given}": see \`countersign user list\``);
  return found;
}
