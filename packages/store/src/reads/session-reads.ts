import type { Store } from '@countersign/control-plane';
import type { Kysely } from 'kysely';
import { idempotencyKeyOf } from '../rows/idempotency-key.ts';
import { sessionOf } from '../rows/session.ts';
import type { Schema } from '../schema.ts';
import { pageOf, rowsToRead } from './page-of.ts';
import { unindexed } from './unindexed.ts';

type SessionReads = Pick<Store, 'findSession' | 'listSessions' | 'findIdempotencyKey'>;

export function sessionReads(db: Kysely<Schema>): SessionReads {
  const sessions = db.selectFrom('sessions').selectAll();
  return {
    async findSession(projectId, sessionId) {
      const row = await sessions.where('id', '=', sessionId).where('project_id', '=', projectId).executeTakeFirst();
      return row ? sessionOf(row) : null;
    },

    async listSessions({ projectId, agentId }, page) {
      let query = sessions.where(agentId === undefined ? 'project_id' : unindexed('project_id'), '=', projectId);
      if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
      if (page.cursor !== null) query = query.where('id', '<', page.cursor);
      const rows = await query.orderBy('id', 'desc').limit(rowsToRead(page)).execute();
      return pageOf(rows.map(sessionOf), page, (session) => session.id);
    },

    async findIdempotencyKey(principalId, key) {
      const row = await db
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('principal_id', '=', principalId)
        .where('key', '=', key)
        .executeTakeFirst();
      return row ? idempotencyKeyOf(row) : null;
    },
  };
}
