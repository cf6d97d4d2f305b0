import { limits } from '@countersign/contract';
import type { CommandContext } from './command-context.ts';
import { resolveId } from './connection/resolve-id.ts';

/** The id of the session that an id, or the beginning of one, stands for. */
export async function findSessionId(
  { client }: Pick<CommandContext, 'client'>,
  project: string,
  given: string,
): Promise<string> {
  return await resolveId('session', given, async () =>
    (await client().sessions.list(project, { limit: limits.pageSizeMax })).sessions.map(({ session_id }) => session_id),
  );
}
