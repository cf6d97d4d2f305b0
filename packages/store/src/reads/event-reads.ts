import type { Store } from '@countersign/control-plane';
import { type RawBuilder, sql } from 'kysely';
import type { NamedRows } from '../names/named-rows.ts';
import { nodeTypeNos, outputTypeNo, runTypeNos } from '../rows/codes.ts';
import { chainHeadOf, eventOf } from '../rows/event.ts';
import { packId } from '../rows/packed-text.ts';
import type { Reader } from './reader.ts';
import { unindexedNumber } from './unindexed.ts';

type EventReads = Pick<
  Store,
  'listEvents' | 'listLatestEvents' | 'listOutput' | 'listNodeEvents' | 'listRunEventsOf' | 'headSeq' | 'listChainHeads'
>;

export function eventReads({ db }: Reader, named: NamedRows): EventReads {
  return {
    async listEvents({ after, limit, projectId, chainId }) {
      let query = db.selectFrom('event_rows').selectAll().where('seq', '>', after).orderBy('seq').limit(limit);
      if (chainId !== undefined) query = query.where('chain_no', '=', await named.numberOf(chainId));
      if (projectId !== undefined) {
        const column = chainId === undefined ? 'project_no' : unindexedNumber('project_no');
        query = query.where(column, '=', await named.numberOf(projectId));
      }
      return named.all(await query.execute(), eventOf);
    },

    async listLatestEvents(chainId, before, limit) {
      let query = db
        .selectFrom('event_rows')
        .selectAll()
        .where('chain_no', '=', await named.numberOf(chainId));
      if (before !== null) query = query.where('seq', '<', before);
      return named.all(await query.orderBy('seq', 'desc').limit(limit).execute(), eventOf);
    },

    async listOutput(callId, after, limit) {
      const rows = await db
        .selectFrom('event_rows')
        .selectAll()
        .where('subject_id', '=', packId(callId))
        // Said as the index says it, so that it is used.
        .where('type_no', '=', sql.lit(outputTypeNo))
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(limit)
        .execute();
      return named.all(rows, eventOf);
    },

    async listNodeEvents(subjectId, limit) {
      const rows = await db
        .selectFrom('event_rows')
        .selectAll()
        .where('subject_id', '=', packId(subjectId))
        .where('type_no', 'in', oneOf(nodeTypeNos))
        .orderBy('seq')
        .limit(limit)
        .execute();
      return named.all(rows, eventOf);
    },

    async listRunEventsOf(processId, limit) {
      const rows = await db
        .selectFrom('event_rows')
        .selectAll()
        .where('parent_id', '=', packId(processId))
        .where('type_no', 'in', oneOf(runTypeNos))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
      return named.all(rows, eventOf);
    },

    async headSeq() {
      const row = await db.selectFrom('event_head').select('seq').executeTakeFirstOrThrow();
      return row.seq;
    },

    async listChainHeads() {
      return named.all(await db.selectFrom('event_chains').selectAll().orderBy('chain_no').execute(), chainHeadOf);
    },
  };
}

/** In the words of the index. */
function oneOf(numbers: readonly number[]): RawBuilder<number> {
  return sql<number>`(${sql.join(numbers.map((no) => sql.lit(no)))})`;
}
