import type { Store } from '@countersign/control-plane';
import type { Kysely } from 'kysely';
import { chainHeadOf, eventOf } from '../rows/event.ts';
import type { Schema } from '../schema.ts';
import { unindexed } from './unindexed.ts';

type EventReads = Pick<Store, 'listEvents' | 'headSeq' | 'listChainHeads'>;

export function eventReads(db: Kysely<Schema>): EventReads {
  return {
    async listEvents({ after, limit, projectId, chainId }) {
      let query = db.selectFrom('events').selectAll().where('seq', '>', after).orderBy('seq').limit(limit);
      if (chainId !== undefined) query = query.where('chain_id', '=', chainId);
      if (projectId !== undefined) {
        query = query.where(chainId === undefined ? 'project_id' : unindexed('project_id'), '=', projectId);
      }
      return (await query.execute()).map(eventOf);
    },

    async headSeq() {
      const row = await db.selectFrom('event_head').select('seq').executeTakeFirstOrThrow();
      return row.seq;
    },

    async listChainHeads() {
      return (await db.selectFrom('event_chains').selectAll().orderBy('chain_id').execute()).map(chainHeadOf);
    },
  };
}
