import type { SessionRecord, Store } from '@countersign/control-plane';
import { storeLimits } from '../limits.ts';
import { idempotencyKeyOf } from '../rows/idempotency-key.ts';
import { sessionOf } from '../rows/session.ts';
import { pageOf, rowsToRead } from './page-of.ts';
import { given, type Reader } from './reader.ts';
import { unindexed } from './unindexed.ts';

type SessionReads = Pick<Store, 'findSession' | 'listSessions' | 'findIdempotencyKey'>;

export function sessionReads({ db, run }: Reader): SessionReads {
  const sessions = db.selectFrom('sessions').selectAll();
  const byId = sessions.where('id', '=', given<string>()).where('project_id', '=', given<string>()).compile();
  const byKey = db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('principal_id', '=', given<string>())
    .where('key', '=', given<string>())
    .compile();
  // A session never changes.
  const kept = new Map<string, SessionRecord>();
  return {
    async findSession(projectId, sessionId) {
      const known = kept.get(sessionId);
      if (known) return known.projectId === projectId ? known : null;
      const [row] = await run(byId, [sessionId, projectId]);
      if (!row) return null;
      if (kept.size >= storeLimits.sessionsKeptMax) kept.clear();
      const session = sessionOf(row);
      kept.set(sessionId, session);
      return session;
    },

    async listSessions({ projectId, agentId }, page) {
      let query = sessions.where(agentId === undefined ? 'project_id' : unindexed('project_id'), '=', projectId);
      if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
      if (page.cursor !== null) query = query.where('id', '<', page.cursor);
      const rows = await query.orderBy('id', 'desc').limit(rowsToRead(page)).execute();
      return pageOf(rows.map(sessionOf), page, (session) => session.id);
    },

    async findIdempotencyKey(principalId, key) {
      const [row] = await run(byKey, [principalId, key]);
      return row ? idempotencyKeyOf(row) : null;
    },
  };
}
