import type { Store } from '@countersign/control-plane';
import { sql } from 'kysely';
import type { NamedRows } from '../names/named-rows.ts';
import { approvalStatusCodes, callStatusCodes, targetCodes } from '../rows/codes.ts';
import type { Reader } from './reader.ts';

/** Asked project by project, so that the indexes of what is open are searched and what lies behind it does not count. */
export function backlogReads({ db }: Reader, named: NamedRows): Pick<Store, 'listBacklog'> {
  const pendingIn = (projectNos: readonly number[]) =>
    db
      .selectFrom('approval_rows')
      .where('project_no', 'in', projectNos)
      .where('status', '=', sql.lit(approvalStatusCodes.pending))
      // Said in these words, it lets the index of what is not approved be used; below, of what is not completed.
      .where('status', '<>', sql.lit(approvalStatusCodes.approved))
      .groupBy('project_no')
      .select(({ fn }) => ['project_no', fn.countAll<number>().as('count'), fn.min('requested_at').as('oldest')])
      .execute();
  const unclaimedIn = (projectNos: readonly number[]) =>
    db
      .selectFrom('call_rows')
      .where('project_no', 'in', projectNos)
      .where('status', '=', sql.lit(callStatusCodes.approved))
      .where('status', '<>', sql.lit(callStatusCodes.completed))
      .where('target', '=', sql.lit(targetCodes.runner))
      .groupBy('project_no')
      .select(({ fn }) => ['project_no', fn.countAll<number>().as('count'), fn.min('approved_at').as('oldest')])
      .execute();
  const runnersSeen = (now: number, since: number) =>
    db
      .selectFrom('runners')
      .where('seen_at', '>=', since)
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
      .select(({ fn }) => ['project_id', fn.countAll<number>().as('count')])
      .execute();
  return {
    async listBacklog(now, runnersSeenSince) {
      const projects = await db.selectFrom('projects').select(['id', 'name']).orderBy('id').execute();
      if (projects.length === 0) return [];
      const projectNos = await Promise.all(projects.map(({ id }) => named.numberOf(id)));
      const [pending, unclaimed, runners] = await Promise.all([
        pendingIn(projectNos),
        unclaimedIn(projectNos),
        runnersSeen(now, runnersSeenSince),
      ]);
      return projects.map(({ id, name }, index) => {
        const ofProject = ({ project_no }: { readonly project_no: number }) => project_no === projectNos[index];
        const [asked, waiting] = [pending.find(ofProject), unclaimed.find(ofProject)];
        return {
          projectName: name,
          pending: asked?.count ?? 0,
          oldestPendingAt: asked?.oldest ?? null,
          unclaimed: waiting?.count ?? 0,
          oldestUnclaimedAt: waiting?.oldest ?? null,
          runners: runners.find(({ project_id }) => project_id === id)?.count ?? 0,
        };
      });
    },
  };
}
