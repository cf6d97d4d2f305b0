import type { Store } from '@countersign/control-plane';
import { type Kysely, sql } from 'kysely';
import { storeLimits } from '../limits.ts';
import { callOf } from '../rows/tool-call.ts';
import type { Schema } from '../schema.ts';
import { pageOf, rowsToRead } from './page-of.ts';
import { unindexed } from './unindexed.ts';

type CallReads = Pick<
  Store,
  'findCall' | 'findCalls' | 'listCalls' | 'listClaimable' | 'listDue' | 'nextDueAt' | 'listServerWork'
>;

export function callReads(db: Kysely<Schema>): CallReads {
  const calls = db.selectFrom('tool_calls').selectAll();
  return {
    async findCall(projectId, callId) {
      const row = await calls.where('id', '=', callId).where('project_id', '=', projectId).executeTakeFirst();
      return row ? callOf(row) : null;
    },

    async findCalls(callIds) {
      const found = [];
      for (let from = 0; from < callIds.length; from += storeLimits.idsPerQueryMax) {
        const ids = callIds.slice(from, from + storeLimits.idsPerQueryMax);
        found.push(...(await calls.where('id', 'in', ids).execute()));
      }
      return found.map(callOf);
    },

    async listCalls({ projectId, agentId, sessionId, status }, page) {
      let query = calls.orderBy('id', 'desc').limit(rowsToRead(page));
      const isNarrower = sessionId !== undefined || agentId !== undefined;
      query = query.where(isNarrower ? unindexed('project_id') : 'project_id', '=', projectId);
      if (sessionId !== undefined) query = query.where('session_id', '=', sessionId);
      if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
      if (status !== undefined) query = query.where('status', '=', status);
      // Said in these words, it lets the index of what is not completed be used.
      if (status !== undefined && status !== 'completed') query = query.where('status', '<>', sql.lit('completed'));
      if (page.cursor !== null) query = query.where('id', '<', page.cursor);
      return pageOf((await query.execute()).map(callOf), page, (call) => call.id);
    },

    async listClaimable(projectId, machine, limit) {
      const rows = await calls
        .where('project_id', '=', projectId)
        .where('status', '=', sql.lit('approved'))
        .where('status', '<>', sql.lit('completed'))
        .where('target', '=', sql.lit('runner'))
        .where((or) => or.or([or('machine', 'is', null), or('machine', '=', machine)]))
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(callOf);
    },

    async listDue(now, limit) {
      const rows = await calls.where('wake_at', '<=', now).orderBy('wake_at').limit(limit).execute();
      return rows.map(callOf);
    },

    async nextDueAt() {
      const row = await db
        .selectFrom('tool_calls')
        .select('wake_at')
        .where('wake_at', 'is not', null)
        .orderBy('wake_at')
        .limit(1)
        .executeTakeFirst();
      return row?.wake_at ?? null;
    },

    async listServerWork(limit) {
      const rows = await calls
        .where('status', '=', sql.lit('approved'))
        .where('target', '=', sql.lit('server'))
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(callOf);
    },
  };
}
