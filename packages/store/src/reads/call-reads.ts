import type { Store } from '@countersign/control-plane';
import { sql } from 'kysely';
import { storeLimits } from '../limits.ts';
import type { NamedRows } from '../names/named-rows.ts';
import type { Names } from '../names/names.ts';
import { callStatusCodes, targetCodes } from '../rows/codes.ts';
import { packId } from '../rows/packed-text.ts';
import { callOf as callOfRow } from '../rows/tool-call.ts';
import type { ToolCallRow } from '../schema.ts';
import type { Seals } from '../seal/seals.ts';
import { pageOf, rowsToRead } from './page-of.ts';
import { given, type Reader } from './reader.ts';
import { unindexedNumber } from './unindexed.ts';

type CallReads = Pick<
  Store,
  'findCall' | 'findCalls' | 'listCalls' | 'listClaimable' | 'listDue' | 'nextDueAt' | 'listServerWork'
>;

export function callReads({ db, run }: Reader, named: NamedRows, seals: Seals): CallReads {
  const callOf = (row: ToolCallRow, names: Names) => callOfRow(row, names, seals);
  const calls = db.selectFrom('call_rows').selectAll();
  const byId = calls.where('id', '=', given<Uint8Array>()).compile();
  const due = calls.where('wake_at', '<=', given<number>()).orderBy('wake_at').limit(given<number>()).compile();
  const nextDue = db
    .selectFrom('call_rows')
    .select('wake_at')
    .where('wake_at', 'is not', null)
    .orderBy('wake_at')
    .limit(sql.lit(1))
    .compile();
  const placeOf = (callId: string) => db.selectFrom('call_rows').select('no').where('id', '=', packId(callId));
  return {
    async findCall(projectId, callId) {
      const call = await named.first(await run(byId, [packId(callId)]), callOf);
      return call?.request.projectId === projectId ? call : null;
    },

    async findCalls(callIds) {
      const found = [];
      for (let from = 0; from < callIds.length; from += storeLimits.idsPerQueryMax) {
        const ids = callIds.slice(from, from + storeLimits.idsPerQueryMax).map(packId);
        found.push(...(await calls.where('id', 'in', ids).execute()));
      }
      return named.all(found, callOf);
    },

    async listCalls({ projectId, agentId, sessionId, status }, page) {
      let query = calls.orderBy('no', 'desc').limit(rowsToRead(page));
      const isNarrower = sessionId !== undefined || agentId !== undefined;
      const project = isNarrower ? unindexedNumber('project_no') : 'project_no';
      query = query.where(project, '=', await named.numberOf(projectId));
      if (sessionId !== undefined) query = query.where('session_no', '=', await named.numberOf(sessionId));
      if (agentId !== undefined) query = query.where('agent_no', '=', await named.numberOf(agentId));
      if (status !== undefined) query = query.where('status', '=', callStatusCodes[status]);
      // Said in these words, it lets the index of what is not completed be used.
      if (status !== undefined && status !== 'completed') query = query.where('status', '<>', sql.lit(completed));
      if (page.cursor !== null) query = query.where('no', '<', placeOf(page.cursor));
      return pageOf(await named.all(await query.execute(), callOf), page, (call) => call.id);
    },

    async listClaimable(projectId, machine, limit) {
      const machineNo = await named.numberOf(machine);
      const rows = await calls
        .where('project_no', '=', await named.numberOf(projectId))
        .where('status', '=', sql.lit(approved))
        .where('status', '<>', sql.lit(completed))
        .where('target', '=', sql.lit(targetCodes.runner))
        .where((or) => or.or([or('machine_no', 'is', null), or('machine_no', '=', machineNo)]))
        .orderBy('no')
        .limit(limit)
        .execute();
      return named.all(rows, callOf);
    },

    async listDue(now, limit) {
      return named.all(await run(due, [now, limit]), callOf);
    },

    async nextDueAt() {
      const [first] = await run(nextDue, []);
      return first?.wake_at ?? null;
    },

    async listServerWork(limit) {
      const rows = await calls
        .where('status', '=', sql.lit(approved))
        .where('target', '=', sql.lit(targetCodes.server))
        .orderBy('no')
        .limit(limit)
        .execute();
      return named.all(rows, callOf);
    },
  };
}

const { approved, completed } = callStatusCodes;
