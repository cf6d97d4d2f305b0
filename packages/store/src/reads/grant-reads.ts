import type { Store } from '@countersign/control-plane';
import { grantOf } from '../rows/grant.ts';
import { pageOf, rowsToRead } from './page-of.ts';
import { given, type Reader } from './reader.ts';
import { unindexed } from './unindexed.ts';

type GrantReads = Pick<Store, 'findGrant' | 'listGrants' | 'listActiveGrants'>;

export function grantReads({ db, run }: Reader): GrantReads {
  const grants = db.selectFrom('grants').selectAll();
  const activeGrants = (at: number) =>
    grants
      .where('revoked_at', 'is', null)
      .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', at)]));
  const activeOfSession = activeGrants(given()).where('session_id', '=', given<string>()).orderBy('id').compile();
  return {
    async findGrant(projectId, grantId) {
      const row = await grants.where('id', '=', grantId).where('project_id', '=', projectId).executeTakeFirst();
      return row ? grantOf(row) : null;
    },

    async listGrants({ projectId, sessionId, activeAt }, page) {
      let query = activeAt === null ? grants : activeGrants(activeAt);
      query = query.where(sessionId === undefined ? 'project_id' : unindexed('project_id'), '=', projectId);
      if (sessionId !== undefined) query = query.where('session_id', '=', sessionId);
      if (page.cursor !== null) query = query.where('id', '<', page.cursor);
      const rows = await query.orderBy('id', 'desc').limit(rowsToRead(page)).execute();
      return pageOf(rows.map(grantOf), page, (grant) => grant.id);
    },

    async listActiveGrants(sessionId, now) {
      return (await run(activeOfSession, [now, sessionId])).map(grantOf);
    },
  };
}
