import type { StatementSync } from 'node:sqlite';
import type { RowWrite, SqlRow, SqlValue } from '../commit/row-write.ts';
import type { ChainTip, Transaction } from '../database.ts';
import type { NameRow } from '../names/names.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** The one connection that writes. Everything in it happens when it is called; promises are there for the port. */
export class SqliteWriter {
  readonly #connection: SqliteConnection;
  readonly #rowWrites = new Map<RowWrite, RowStatement>();
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #rollback: StatementSync;
  readonly #advanceHead: StatementSync;
  readonly #readHead: StatementSync;
  readonly #readChain: StatementSync;
  readonly #addName: StatementSync;
  readonly #readName: StatementSync;
  /** Since it was opened: how much there is for a checkpoint to do. */
  rowsWritten = 0;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#begin = connection.prepare('begin immediate');
    this.#commit = connection.prepare('commit');
    this.#rollback = connection.prepare('rollback');
    // Two statements: `returning` makes SQLite set up a temporary table, which takes longer than both.
    this.#advanceHead = connection.prepare('update event_head set seq = seq + ? where id = 1');
    this.#readHead = connection.prepare('select seq from event_head where id = 1');
    this.#readChain = connection.prepare('select chain_no, length, head_hash from event_chains where chain_no = ?');
    this.#addName = connection.prepare('insert into names (text) values (?) on conflict do nothing');
    this.#readName = connection.prepare('select no, text from names where text = ?');
  }

  async transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#begin.run();
    const steps = new Steps();
    try {
      return await work({
        write: (write, rows) => steps.run(() => this.#write(write, rows)),
        advanceHead: (count) => steps.run(() => this.#takePlaces(count)),
        numberNames: (texts) => steps.run(() => texts.map((text) => this.#numberName(text))),
        readChains: (chainNos) =>
          steps.run(() => chainNos.flatMap((no) => (this.#readChain.get(no) as ChainTip | undefined) ?? [])),
        announce: () => Promise.resolve(),
        commit: () => steps.run(() => void this.#commit.run()),
      });
    } finally {
      // Some errors, a full disk among them, have ended it already.
      if (this.#connection.isInTransaction) this.#rollback.run();
    }
  }

  #takePlaces(count: number): number {
    this.#advanceHead.run(count);
    return (this.#readHead.get() as { seq: number }).seq;
  }

  #write(write: RowWrite, rows: readonly SqlRow[]): ReadonlySet<string> {
    const { statement, values } = this.#statementOf(write);
    const { columns } = write;
    const written = write.reportsKeys ? new Set<string>() : none;
    this.rowsWritten += rows.length;
    for (const row of rows) {
      for (let index = 0; index < columns.length; index += 1) values[index] = row[columns[index]!]!;
      const { changes } = statement.run(...values);
      if (write.reportsKeys && changes === 1) written.add(write.keyOf(row));
    }
    return written;
  }

  #numberName(text: string): NameRow {
    this.#addName.run(text);
    return this.#readName.get(text) as NameRow;
  }

  #statementOf(write: RowWrite): RowStatement {
    let prepared = this.#rowWrites.get(write);
    if (!prepared) {
      prepared = { statement: this.#connection.prepare(write.sqlite), values: write.columns.map(() => null) };
      this.#rowWrites.set(write, prepared);
    }
    return prepared;
  }
}

/** With the list for its values, which is filled again for each row. */
type RowStatement = { readonly statement: StatementSync; readonly values: SqlValue[] };

const none = new Set<string>();

/** After a failed step none is run, as PostgreSQL has it: the commit asked for in the same breath must not happen. */
class Steps {
  #failure: { readonly error: unknown } | null = null;

  async run<T>(step: () => T): Promise<T> {
    if (this.#failure) throw this.#failure.error;
    try {
      return step();
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}
