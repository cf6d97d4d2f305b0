import type { Store } from '@countersign/control-plane';
import type { NamedRows } from '../names/named-rows.ts';
import { chainHeadOf, eventOf } from '../rows/event.ts';
import type { Reader } from './reader.ts';
import { unindexedNumber } from './unindexed.ts';

type EventReads = Pick<Store, 'listEvents' | 'headSeq' | 'listChainHeads'>;

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

    async headSeq() {
      const row = await db.selectFrom('event_head').select('seq').executeTakeFirstOrThrow();
      return row.seq;
    },

    async listChainHeads() {
      return named.all(await db.selectFrom('event_chains').selectAll().orderBy('chain_no').execute(), chainHeadOf);
    },
  };
}
