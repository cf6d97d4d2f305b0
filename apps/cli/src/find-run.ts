import { limits } from '@countersign/contract';
import type { CommandContext } from './command-context.ts';
import { resolveId } from './connection/resolve-id.ts';

/** The id of the run that an id, or the beginning of one, stands for. */
export async function findRunId({ client }: CommandContext, project: string, given: string): Promise<string> {
  return await resolveId('run', given, async () =>
    (await client().runs.list(project, { limit: limits.pageSizeMax })).runs.map(({ run_id }) => run_id),
  );
}
