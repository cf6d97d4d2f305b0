import type { Store } from '@countersign/control-plane';
import { sql } from 'kysely';
import { continuationOf } from '../rows/continuation.ts';
import { fileOf } from '../rows/file.ts';
import type { Seals } from '../seal/seals.ts';
import { given, type Reader } from './reader.ts';

type ContinuationReads = Pick<Store, 'findContinuation' | 'listDueContinuations' | 'nextContinuationAt' | 'findFile'>;

export function continuationReads({ db, run }: Reader, seals: Seals): ContinuationReads {
  const continuations = db.selectFrom('continuations').selectAll();
  const due = continuations.where('next_at', '<=', given<number>()).orderBy('next_at').limit(given<number>()).compile();
  const next = db.selectFrom('continuations').select('next_at').orderBy('next_at').limit(sql.lit(1)).compile();
  return {
    async findContinuation(callId) {
      const row = await continuations.where('call_id', '=', callId).executeTakeFirst();
      return row ? continuationOf(row, seals) : null;
    },

    async listDueContinuations(now, limit) {
      return (await run(due, [now, limit])).map((row) => continuationOf(row, seals));
    },

    async nextContinuationAt() {
      const [first] = await run(next, []);
      return first?.next_at ?? null;
    },

    async findFile(projectId, fileId) {
      const row = await db
        .selectFrom('files')
        .selectAll()
        .where('id', '=', fileId)
        .where('project_id', '=', projectId)
        .executeTakeFirst();
      return row ? fileOf(row) : null;
    },
  };
}
