import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { storeLimits } from '../limits.ts';

/** A connection that keeps its prepared statements; the least recently used go first. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, options: { readonly readOnly: boolean }) {
    this.#database = new DatabaseSync(path, { readOnly: options.readOnly });
    this.#database.exec(`pragma busy_timeout = ${storeLimits.busyTimeoutMs}`);
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  prepare(sql: string): StatementSync {
    const kept = this.#statements.get(sql);
    if (kept) {
      this.#statements.delete(sql);
      this.#statements.set(sql, kept);
      return kept;
    }
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > storeLimits.preparedStatementsMax) {
      this.#statements.delete(this.#statements.keys().next().value!);
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
