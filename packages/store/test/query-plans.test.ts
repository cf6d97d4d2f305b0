import type { PageRequest, Store } from '@countersign/control-plane';
import { type databases, describeOnEachDatabase } from '@countersign/testing';
import { CompiledQuery, type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { NamedRows } from '../src/names/named-rows.ts';
import { Names } from '../src/names/names.ts';
import { approvalReads } from '../src/reads/approval-reads.ts';
import { callReads } from '../src/reads/call-reads.ts';
import { continuationReads } from '../src/reads/continuation-reads.ts';
import { eventReads } from '../src/reads/event-reads.ts';
import { figureReads } from '../src/reads/figure-reads.ts';
import { grantReads } from '../src/reads/grant-reads.ts';
import { messageReads } from '../src/reads/message-reads.ts';
import { principalReads } from '../src/reads/principal-reads.ts';
import type { Reader } from '../src/reads/reader.ts';
import { runReads } from '../src/reads/run-reads.ts';
import { sessionReads } from '../src/reads/session-reads.ts';
import { sourceReads } from '../src/reads/source-reads.ts';
import type { Schema } from '../src/schema.ts';
import { noCipher } from '../src/seal/sealing-cipher.ts';
import { Seals } from '../src/seal/seals.ts';
import { nodeSqliteDialect } from '../src/sqlite/node-sqlite-dialect.ts';
import { SqliteConnection } from '../src/sqlite/sqlite-connection.ts';
import { useStores } from './stores.ts';

const id = '00000000-0000-7000-8000-000000000000' as never;
const page: PageRequest = { limit: 50, cursor: id };

/** Every read whose table grows with use, in each form that may take another index; and the index it is to take. */
const reads: [string, (store: Store) => Promise<unknown>][] = [
  ['call_rows', (store) => store.findCall(id, id)],
  ['call_rows', (store) => store.findCalls([id, id])],
  ['calls_of_project', (store) => store.listCalls({ projectId: id }, page)],
  ['calls_of_project', (store) => store.listCalls({ projectId: id, status: 'completed' }, page)],
  ['calls_not_completed', (store) => store.listCalls({ projectId: id, status: 'failed' }, page)],
  ['calls_of_session', (store) => store.listCalls({ projectId: id, sessionId: id }, page)],
  ['calls_of_agent', (store) => store.listCalls({ projectId: id, agentId: id }, page)],
  ['calls_not_completed', (store) => store.listClaimable(id, 'm', 10)],
  ['calls_due', (store) => store.listDue(1, 10)],
  ['calls_due', (store) => store.nextDueAt()],
  ['calls_for_server', (store) => store.listServerWork(10)],
  ['approvals_by_id', (store) => store.findApproval(id, id)],
  ['approvals_of_project_not_approved', (store) => store.listApprovals({ projectId: id, status: 'pending' }, page)],
  ['approvals_of_project', (store) => store.listApprovals({ projectId: id, status: 'approved' }, page)],
  ['approvals_of_project', (store) => store.listApprovals({ projectId: id }, page)],
  ['approvals_of_session', (store) => store.listApprovals({ projectId: id, sessionId: id }, page)],
  [
    'approvals_of_session_not_approved',
    (store) => store.listApprovals({ projectId: id, sessionId: id, status: 'pending' }, page),
  ],
  ['grants', (store) => store.findGrant(id, id)],
  ['grants_of_project', (store) => store.listGrants({ projectId: id, activeAt: 1 }, page)],
  ['grants_of_session', (store) => store.listGrants({ projectId: id, sessionId: id, activeAt: 1 }, page)],
  ['grants_of_session', (store) => store.listActiveGrants(id, 1)],
  ['calls_of_project', (store) => store.countCalls({ projectId: id, since: 1, limit: 10 })],
  ['calls_of_grant', (store) => store.countGrantHits([id, id])],
  ['approvals_of_project', (store) => store.listApprovalFacts({ projectId: id, since: 1, limit: 10 })],
  ['sessions', (store) => store.findSession(id, id)],
  ['sessions_of_project', (store) => store.listSessions({ projectId: id }, page)],
  ['sessions_of_agent', (store) => store.listSessions({ projectId: id, agentId: id }, page)],
  ['idempotency_keys', (store) => store.findIdempotencyKey(id, 'k')],
  ['tokens', (store) => store.findTokenByHash('h')],
  ['tokens_of_principal', (store) => store.listRunners(id, 1)],
  ['agents', (store) => store.findAgentByExternalId('e')],
  ['upstream_tools', (store) => store.findUpstreamTools(['a', 'b'])],
  ['tools_of_source', (store) => store.listToolsOfSource(id)],
  ['continuations', (store) => store.findContinuation(id)],
  ['continuations_due', (store) => store.listDueContinuations(1, 10)],
  ['continuations_due', (store) => store.nextContinuationAt()],
  ['files', (store) => store.findFile(id, id)],
  ['call_rows', (store) => store.listApprovalsOf([id, id])],
  ['runs', (store) => store.findRun(id, id)],
  ['runs_of_project', (store) => store.listRuns({ projectId: id }, page)],
  ['runs_of_status', (store) => store.listRuns({ projectId: id, status: 'running' }, page)],
  ['runs_of_session', (store) => store.listRuns({ projectId: id, sessionId: id }, page)],
  ['runs_active', (store) => store.listActiveRuns(10)],
  ['runs_active', (store) => store.listRunnable(1, 10)],
  ['runs_active(_of_session)?', (store) => store.nextRunAt()],
  ['run_entries', (store) => store.listEntries(id, 1, 10)],
  ['messages', (store) => store.findMessage(id, id)],
  ['messages_of_project', (store) => store.listMessages({ projectId: id }, page)],
  ['messages_of_session', (store) => store.listMessages({ projectId: id, sessionId: id }, page)],
  ['messages_of_run', (store) => store.listMessages({ projectId: id, runId: id }, page)],
  ['messages_of_run', (store) => store.listMessages({ projectId: id, runId: id, sessionId: id }, page)],
  ['messages_of_run', (store) => store.listMessagesTo(id, 0)],
  ['events_of_chain', (store) => store.listLatestEvents(id, 9, 50)],
  ['events_of_nodes', (store) => store.listNodeEvents(id, 50)],
  ['events_of_process', (store) => store.listRunEventsOf(id, 50)],
  ['events_of_output', (store) => store.listOutput(id, 1, 50)],
  ['event_rows', (store) => store.listEvents({ after: 1, limit: 50 })],
  ['events_of_project', (store) => store.listEvents({ after: 1, limit: 50, projectId: id })],
  ['events_of_(no_)?project', (store) => store.listEvents({ after: 1, limit: 50, projectId: null })],
  ['event_rows', (store) => store.listEventsBefore({ before: 9, limit: 50 })],
  ['events_of_project', (store) => store.listEventsBefore({ before: 9, limit: 50, projectId: id })],
  ['events_of_(no_)?project', (store) => store.listEventsBefore({ before: null, limit: 50, projectId: null })],
  ['events_of_chain', (store) => store.listEventsBefore({ before: 9, limit: 50, projectId: id, chainId: id })],
  ['events_of_chain', (store) => store.listEvents({ after: 1, limit: 50, chainId: id })],
  ['events_of_chain', (store) => store.listEvents({ after: 1, limit: 50, chainId: id, projectId: id })],
];

describeOnEachDatabase('reads', (database) => {
  const stores = useStores(database);

  it('go by an index that leads to the rows in their order, however many there are', async () => {
    await stores.open();
    const spy = await spyOn(database.name, stores.url);
    const { reader, queries } = spy;
    const named = new NamedRows(reader.db, new Names());
    const seals = new Seals(noCipher);
    const store = {
      ...callReads(reader, named, seals),
      ...approvalReads(reader, named, seals),
      ...grantReads(reader),
      ...sessionReads(reader),
      ...principalReads(reader),
      ...sourceReads(reader, seals),
      ...continuationReads(reader, seals),
      ...eventReads(reader, named),
      ...figureReads(reader, named),
      ...runReads(reader, seals),
      ...messageReads(reader),
    } as Partial<Store> as Store;
    for (const [index, read] of reads) {
      queries.length = 0;
      await read(store);
      // Names in the filter are looked for first.
      const query = queries.at(-1);
      const plan = await spy.explain(query!);
      expect
        .soft(plan, query!.sql)
        // What was found by an index may be counted in groups.
        .not.toMatch(
          database.name === 'sqlite'
            ? /SCAN (?!newest|\w+ USING (COVERING )?INDEX)|TEMP B-TREE (?!FOR GROUP BY)/
            : /Seq Scan|Sort/,
        );
      expect
        .soft(plan, query!.sql)
        .toMatch(new RegExp(`\\b(sqlite_autoindex_)?${index}(_pkey|_key|_hash_key|_1|_2)?\\b`));
    }
    await spy.close();
  });
});

type Spy = {
  readonly reader: Reader;
  readonly queries: CompiledQuery[];
  explain(query: CompiledQuery): Promise<string>;
  close(): Promise<void>;
};

async function spyOn(name: (typeof databases)[number]['name'], url: string): Promise<Spy> {
  const queries: CompiledQuery[] = [];
  const dialect: Dialect =
    name === 'sqlite'
      ? nodeSqliteDialect(new SqliteConnection(url, { readOnly: true }))
      : new PostgresDialect({ pool: quietPool(url) });
  const db = new Kysely<Schema>({ dialect, log: ({ query }) => void queries.push(query) });
  // The tables are empty: without this PostgreSQL would read them whole, and be right.
  if (name === 'postgres') await db.executeQuery(CompiledQuery.raw('set enable_seqscan = off; set enable_sort = off'));
  // Those that are compiled once are recorded with their values, and run as the others are.
  const run = async <Row>(query: CompiledQuery<Row>, values: readonly unknown[]): Promise<Row[]> =>
    (await db.executeQuery<Row>({ ...query, parameters: values } as CompiledQuery<Row>)).rows;
  return {
    reader: { db, run },
    queries,
    async explain({ sql, parameters }) {
      const words = name === 'sqlite' ? 'explain query plan' : 'explain';
      const { rows } = await db.executeQuery(CompiledQuery.raw(`${words} ${sql}`, [...parameters]));
      return JSON.stringify(rows);
    },
    close: () => db.destroy(),
  };
}

/** The database is dropped while connections that were let go are still closing; that is no fault of a test. */
function quietPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}
