import type { LogPart, Store } from '@countersign/control-plane';
import { type RawBuilder, sql } from 'kysely';
import type { NamedRows } from '../names/named-rows.ts';
import { nodeTypeNos, outputTypeNo, runTypeNos } from '../rows/codes.ts';
import { chainHeadOf, eventOf } from '../rows/event.ts';
import { packId } from '../rows/packed-text.ts';
import type { Reader } from './reader.ts';
import { unindexedNumber } from './unindexed.ts';

type EventReads = Pick<
  Store,
  | 'listEvents'
  | 'listEventsBefore'
  | 'listLatestEvents'
  | 'listOutput'
  | 'listNodeEvents'
  | 'listRunEventsOf'
  | 'headSeq'
  | 'listChainHeads'
>;

export function eventReads({ db }: Reader, named: NamedRows): EventReads {
  /** Wrapped: a query can be awaited, and would be run. */
  const eventsIn = async ({ projectId, chainId }: LogPart) => {
    let query = db.selectFrom('event_rows').selectAll();
    if (chainId !== undefined) query = query.where('chain_no', '=', await named.numberOf(chainId));
    if (projectId === undefined) return { query };
    const column = chainId === undefined ? 'project_no' : unindexedNumber('project_no');
    if (projectId === null) return { query: query.where(column, 'is', null) };
    return { query: query.where(column, '=', await named.numberOf(projectId)) };
  };
  return {
    async listEvents({ after, limit, ...part }) {
      const { query } = await eventsIn(part);
      return named.all(await query.where('seq', '>', after).orderBy('seq').limit(limit).execute(), eventOf);
    },

    async listEventsBefore({ before, limit, ...part }) {
      let { query } = await eventsIn(part);
      if (before !== null) query = query.where('seq', '<', before);
      return named.all(await query.orderBy('seq', 'desc').limit(limit).execute(), eventOf);
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
