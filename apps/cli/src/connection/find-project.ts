import { isUuid, type ProjectView } from '@countersign/contract';
import { printable } from '../render/printable.ts';
import { UsageError } from '../usage-error.ts';

/** The project a command is about: the one that is named, or the only one there is. */
export async function findProject(named: string | null, list: () => Promise<readonly ProjectView[]>): Promise<string> {
  if (named !== null && isUuid(named)) return named;
  const projects = await list();
  const names = projects.map(({ name }) => printable(name)).join(', ');
  if (named !== null) {
    const found = projects.find(({ name }) => name === named);
    if (found) return found.project_id;
    throw new UsageError(
      `you are in no project called "${printable(named)}"${names === '' ? '' : `, only in ${names}`}`,
    );
  }
  const [only, ...others] = projects;
  if (!only) throw new UsageError('you are in no project yet: make one with `countersign project create NAME`');
  if (others.length > 0) throw new UsageError(`say which project is meant with --project: ${names}`);
  return only.project_id;
}
