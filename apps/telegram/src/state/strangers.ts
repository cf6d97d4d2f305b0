import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../clock.ts';
import type { Limits } from '../limits.ts';

/** Who was told that this bot is not for them: once in a long while, and not too many. */
export class StrangerTable {
  readonly #database: DatabaseSync;
  readonly #clock: Clock;
  readonly #limits: Limits;

  constructor(database: DatabaseSync, clock: Clock, limits: Limits) {
    this.#database = database;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Whether this one is to be told now; remembers that it was. */
  mayRefuse(telegramId: number): boolean {
    const now = this.#clock.now();
    this.#database.prepare('delete from strangers where refused_at <= ?').run(now - this.#limits.refusalIntervalMs);
    const count = Number(this.#database.prepare('select count(*) as count from strangers').get()?.count);
    if (count >= this.#limits.refusalsMax) return false;
    return (
      this.#database.prepare('insert into strangers values (?, ?) on conflict do nothing').run(telegramId, now)
        .changes === 1
    );
  }
}
