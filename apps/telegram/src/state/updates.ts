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

  /**
   * The run that an update is about: chosen once, so that one which comes again after a crash means the same run and not
   * the one that goes on by then.
   */
  aim(updateId: number, choose: () => string | null): string | null {
    const known = this.#database.prepare('select run_id from aims where update_id = ?').get(updateId);
    if (known) return String(known.run_id);
    const runId = choose();
    if (runId !== null) this.#database.prepare('insert into aims values (?, ?)').run(updateId, runId);
    return runId;
  }

  done(updateId: number): void {
    this.#database.prepare('delete from aims where update_id = ?').run(updateId);
    const { lastInsertRowid, changes } = this.#database
      .prepare('insert into updates (update_id) values (?) on conflict do nothing')
      .run(updateId);
    if (changes === 0) return;
    this.#database
      .prepare('delete from updates where seq <= ?')
      .run(Number(lastInsertRowid) - this.#limits.updatesKept);
  }
}
