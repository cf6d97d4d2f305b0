import type { Store } from '@countersign/control-plane';
import { sql } from 'kysely';
import { approvalStatusCodes, callStatusCodes, targetCodes } from '../rows/codes.ts';
import type { Reader } from './reader.ts';

/** Project by project, so that the indexes of what is open are used, whatever lies behind it. */
export function backlogReads({ db }: Reader): Pick<Store, 'listBacklog'> {
  const projects = db.selectFrom('projects').innerJoin('names', 'names.text', 'projects.id');
  const pending = projects
    .innerJoin('approval_rows as asked', 'asked.project_no', 'names.no')
    .where('asked.status', '=', sql.lit(approvalStatusCodes.pending))
    // Said in these words, it lets the index of what is not approved be used; below, of what is not completed.
    .where('asked.status', '<>', sql.lit(approvalStatusCodes.approved))
    .groupBy('projects.id')
    .select((each) => [
      'projects.id',
      each.fn.countAll<number>().as('count'),
      each.fn.min<number>('asked.requested_at').as('oldest'),
    ]);
  const unclaimed = projects
    .innerJoin('call_rows as call', 'call.project_no', 'names.no')
    .where('call.status', '=', sql.lit(callStatusCodes.approved))
    .where('call.status', '<>', sql.lit(callStatusCodes.completed))
    .where('call.target', '=', sql.lit(targetCodes.runner))
    .groupBy('projects.id')
    .select((each) => [
      'projects.id',
      each.fn.countAll<number>().as('count'),
      each.fn.min<number>('call.approved_at').as('oldest'),
    ]);
  const runners = (now: number, seenSince: number) =>
    db
      .selectFrom('runners')
      .where('seen_at', '>=', seenSince)
      .where((where) =>
        where.exists(
          where
            .selectFrom('tokens')
            .select('tokens.id')
            .whereRef('tokens.principal_id', '=', 'runners.id')
            .where('tokens.revoked_at', 'is', null)
            .where((or) => or.or([or('tokens.expires_at', 'is', null), or('tokens.expires_at', '>', now)])),
        ),
      )
      .groupBy('project_id')
      .select((each) => ['project_id as id', each.fn.countAll<number>().as('count')]);
  return {
    async listBacklog(now, runnersSeenSince) {
      const [all, asked, waiting, present] = await Promise.all([
        db.selectFrom('projects').select(['id', 'name']).orderBy('id').execute(),
        pending.execute().then(byProject),
        unclaimed.execute().then(byProject),
        runners(now, runnersSeenSince).execute().then(byProject),
      ]);
      return all.map(({ id, name }) => ({
        projectName: name,
        pending: asked.get(id)?.count ?? 0,
        oldestPendingAt: asked.get(id)?.oldest ?? null,
        unclaimed: waiting.get(id)?.count ?? 0,
        oldestUnclaimedAt: waiting.get(id)?.oldest ?? null,
        runners: present.get(id)?.count ?? 0,
      }));
    },
  };
}

function byProject<Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
