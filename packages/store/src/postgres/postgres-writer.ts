import type pg from 'pg';
import type { RowWrite, SqlRow } from '../commit/row-write.ts';
import type { ChainTip, Transaction } from '../database.ts';
import { storeLimits } from '../limits.ts';
import type { NameRow } from '../names/names.ts';
import { bufferOf } from '../rows/packed-text.ts';
import { jsonParameter } from './json-parameter.ts';
import { eventChannel } from './postgres-listener.ts';
import { alwaysByIndex, openPool } from './postgres-pool.ts';

/**
 * A transaction left open holds the log's lock, so it must not stay open long. Rows are always looked up by key, in
 * the order given, whatever the planner believes about a young table. Writing is allowed only inside `begin`: the
 * statements behind it are on their way before it has answered, and must not take effect one by one if it fails.
 */
const settings = `${alwaysByIndex}
  set idle_in_transaction_session_timeout = ${storeLimits.idleInTransactionMs};
  set statement_timeout = ${storeLimits.postgresTimeoutMs};
  set default_transaction_read_only = on`;

/** The one connection that writes. Statements are pipelined: a batch of any size takes three round trips. */
export class PostgresWriter {
  readonly #pool: pg.Pool;
  /** The server's process behind our connection, by which our own notifications are known. */
  processId: number | null = null;

  constructor(url: string, onFault: (error: unknown) => void) {
    this.#pool = openPool(url, { max: 1, pipeline: true, settings, onFault });
  }

  async transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    this.processId = (client as unknown as { processID: number }).processID;
    const begun = client.query('begin isolation level read committed, read write');
    // It is waited for below; until then its failure is seen in what came after it.
    begun.catch(() => {});
    let isCommitted = false;
    try {
      const result = await work({
        ...statements(client),
        async commit() {
          const { command } = await client.query('commit');
          if (command !== 'COMMIT') throw new Error('The transaction was rolled back.');
          isCommitted = true;
        },
      });
      await begun;
      if (!isCommitted) await client.query('rollback');
      client.release();
      return result;
    } catch (error) {
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      );
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

function statements(client: pg.PoolClient): Omit<Transaction, 'commit'> {
  return {
    async write(write: RowWrite, rows: readonly SqlRow[]) {
      const { rows: reported } = await client.query<SqlRow>({
        name: write.name,
        text: write.postgres,
        values: [jsonParameter(rows.map((row) => withBytesAsText(write, row)))],
      });
      return new Set(reported.map(write.keyOf));
    },

    async advanceHead(count) {
      const { rows } = await client.query<{ seq: number }>({
        name: 'advance_head',
        text: 'update event_head set seq = seq + $1 where id = 1 returning seq',
        values: [count],
      });
      return rows[0]!.seq;
    },

    async numberNames(texts) {
      const added = client.query({
        name: 'add_names',
        text: 'insert into names (text) select unnest($1::text[]) on conflict do nothing',
        values: [texts],
      });
      // A statement of its own, which sees what others have added while the first one waited for them.
      const read = client.query<NameRow>({
        name: 'read_names',
        text: 'select no, text from names where text = any($1::text[])',
        values: [texts],
      });
      const [, { rows }] = await Promise.all([added, read]);
      return rows;
    },

    async readChains(chainNos) {
      const { rows } = await client.query<ChainTip>({
        name: 'read_chains',
        text: 'select chain_no, length, head_hash from event_chains where chain_no = any($1::bigint[])',
        values: [chainNos],
      });
      return rows;
    },

    async announce(headSeq) {
      await client.query({
        name: 'announce',
        text: 'select pg_notify($1, $2)',
        values: [eventChannel, String(headSeq)],
      });
    },
  };
}

/** JSON has no bytes; PostgreSQL reads them from this text. */
function withBytesAsText(write: RowWrite, row: SqlRow): SqlRow {
  const texts: Record<string, string> = {};
  for (const column of write.bytesColumns) {
    const value = row[column];
    if (value instanceof Uint8Array) texts[column] = `\\x${bufferOf(value).toString('hex')}`;
  }
  return { ...row, ...texts };
}
