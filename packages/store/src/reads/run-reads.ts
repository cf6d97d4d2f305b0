import type { RunId } from '@countersign/contract';
import type { Store } from '@countersign/control-plane';
import { type ExpressionBuilder, sql } from 'kysely';
import { packId } from '../rows/packed-text.ts';
import { runHeadOf, runOf } from '../rows/run.ts';
import type { Schema } from '../schema.ts';
import type { Seals } from '../seal/seals.ts';
import { pageOf, rowsToRead } from './page-of.ts';
import { given, type Reader } from './reader.ts';
import { unindexed } from './unindexed.ts';

type RunReads = Pick<
  Store,
  'findRun' | 'loadRun' | 'listRuns' | 'listActiveRuns' | 'listRunnable' | 'nextRunAt' | 'listEntries'
> & {
  /** Those that a process holds. */
  listHeldRuns(processId: string): Promise<RunId[]>;
};

export function runReads({ db, run }: Reader, seals: Seals): RunReads {
  const runs = db.selectFrom('runs').selectAll();
  const byId = runs.where('id', '=', given<string>()).compile();
  const active = db
    .selectFrom('runs as run')
    .select(['id', 'project_id', 'session_id', 'version', 'status', 'wake_at', 'held_by', 'held_until'])
    // Said as the index says it, so that it is used.
    .where('is_ended', '=', sql.lit(0))
    .orderBy('no');
  const activeFirst = active.limit(given<number>()).compile();
  const runnable = active
    .where('wake_at', '<=', given<number>())
    .where((where) => where.or([where('held_until', 'is', null), where('held_until', '<=', given<number>())]))
    .where(isItsTurn)
    .limit(given<number>())
    .compile();
  const next = db
    .selectFrom('runs as run')
    .select(sql<number | null>`min(case when held_until > wake_at then held_until else wake_at end)`.as('at'))
    .where('is_ended', '=', sql.lit(0))
    .where('wake_at', 'is not', null)
    .where(isItsTurn)
    .compile();
  const entries = db
    .selectFrom('run_entries')
    .select(['no', 'content', 'sealed'])
    .where('run_id', '=', given<Uint8Array>())
    .where('no', '>', given<number>())
    .orderBy('no')
    .limit(given<number>())
    .compile();
  const placeOf = (runId: string) => db.selectFrom('runs').select('no').where('id', '=', runId);
  return {
    async findRun(projectId, runId) {
      const [row] = await run(byId, [runId]);
      return row?.project_id === projectId ? runOf(row) : null;
    },

    async loadRun(runId) {
      const [row] = await run(byId, [runId]);
      return row ? runOf(row) : null;
    },

    async listRuns({ projectId, sessionId, status }, page) {
      let query = runs.where(sessionId === undefined ? 'project_id' : unindexed('project_id'), '=', projectId);
      if (sessionId !== undefined) query = query.where('session_id', '=', sessionId);
      if (status !== undefined) query = query.where('status', '=', status);
      if (page.cursor !== null) query = query.where('no', '<', placeOf(page.cursor));
      const rows = await query.orderBy('no', 'desc').limit(rowsToRead(page)).execute();
      return pageOf(rows.map(runOf), page, ({ id }) => id);
    },

    async listActiveRuns(limit) {
      return (await run(activeFirst, [limit])).map(runHeadOf);
    },

    async listRunnable(now, limit) {
      return (await run(runnable, [now, now, limit])).map(runHeadOf);
    },

    async nextRunAt() {
      const [first] = await run(next, []);
      return first?.at ?? null;
    },

    async listHeldRuns(processId) {
      const rows = await active.where('held_by', '=', processId).execute();
      return rows.map(({ id }) => id as RunId);
    },

    async listEntries(runId, after, limit) {
      return (await run(entries, [packId(runId), after, limit])).map((row) => seals.openEntry(runId, row));
    },
  };
}

/**
 * W1: runs of a session go one after the other, in the order in which they were asked for. Two that were asked for at two
 * replicas in the same moment may be seen in the other order: the one that works is then let end first. One that a person
 * has asked something of may do that at any time: it is no work on its task.
 */
function isItsTurn(where: ExpressionBuilder<Schema & { run: Schema['runs'] }, 'run'>) {
  const ahead = where
    .selectFrom('runs as other')
    .select('other.no')
    .whereRef('other.session_id', '=', 'run.session_id')
    .where('other.is_ended', '=', sql.lit(0))
    .where((each) => {
      const isOtherEarlier = each('other.no', '<', each.ref('run.no'));
      const works = (one: 'other' | 'run', waiting: 'other' | 'run') =>
        each.and([each(`${one}.status`, '=', sql.lit('running')), each(`${waiting}.status`, '=', sql.lit('queued'))]);
      return each.or([each.and([isOtherEarlier, each.not(works('run', 'other'))]), works('other', 'run')]);
    });
  return where.or([where('run.asked', 'is not', null), where.not(where.exists(ahead))]);
}
