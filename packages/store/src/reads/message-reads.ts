import type { Store } from '@countersign/control-plane';
import { messageOf } from '../rows/message.ts';
import { pageOf, rowsToRead } from './page-of.ts';
import { given, type Reader } from './reader.ts';
import { unindexed } from './unindexed.ts';

type MessageReads = Pick<Store, 'findMessage' | 'listMessages' | 'listMessagesTo'>;

export function messageReads({ db, run }: Reader): MessageReads {
  const messages = db.selectFrom('messages').selectAll();
  const placeOf = (messageId: string) => db.selectFrom('messages').select('no').where('id', '=', messageId);
  // In the order of writing: each came with a new version of its run, so that none is written before one already seen.
  const toRun = messages.where('run_id', '=', given<string>()).where('role', '=', 'user').orderBy('no').compile();
  return {
    async findMessage(projectId, messageId) {
      const row = await messages.where('id', '=', messageId).executeTakeFirst();
      return row && row.project_id === projectId ? messageOf(row) : null;
    },

    async listMessages({ projectId, sessionId, runId }, page) {
      const isNarrower = sessionId !== undefined || runId !== undefined;
      let query = messages.where(isNarrower ? unindexed('project_id') : 'project_id', '=', projectId);
      if (runId !== undefined) query = query.where('run_id', '=', runId);
      if (sessionId !== undefined) {
        query = query.where(runId === undefined ? 'session_id' : unindexed('session_id'), '=', sessionId);
      }
      if (page.cursor !== null) query = query.where('no', '<', placeOf(page.cursor));
      const rows = await query.orderBy('no', 'desc').limit(rowsToRead(page)).execute();
      return pageOf(rows.map(messageOf), page, (message) => message.id);
    },

    async listMessagesTo(runId, seen) {
      return (await run(toRun, [runId, 'user'])).slice(seen).map(messageOf);
    },
  };
}
