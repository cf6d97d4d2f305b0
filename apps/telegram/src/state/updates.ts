import type { DatabaseSync } from 'node:sqlite';
import type { Limits } from '../limits.ts';

/**
 * The updates that were done. Telegram brings one again that it does not know to be done. They are remembered one by one,
 * because after a quiet week Telegram starts to count anywhere, also below.
 */
export class UpdateTable {
  readonly #database: DatabaseSync;
  readonly #limits: Limits;

  constructor(database: DatabaseSync, limits: Limits) {
    this.#database = database;
    this.#limits = limits;
  }

  isDone(updateId: number): boolean {
    return this.#database.prepare('select 1 from updates where update_id = ?').get(updateId) !== undefined;
  }

  done(updateId: number): void {
    const { lastInsertRowid, changes } = this.#database
      .prepare('insert into updates (update_id) values (?) on conflict do nothing')
      .run(updateId);
    if (changes === 0) return;
    this.#database
      .prepare('delete from updates where seq <= ?')
      .run(Number(lastInsertRowid) - this.#limits.updatesKept);
  }
}
