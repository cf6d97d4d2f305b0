import type { Kysely } from 'kysely';
import { storeLimits } from '../limits.ts';
import type { Schema } from '../schema.ts';
import { type Names, storableName } from './names.ts';

/** Reading with names: numbers in rows become texts, and texts in a filter become numbers. */
export class NamedRows {
  readonly #db: Kysely<Schema>;
  readonly #names: Names;

  constructor(db: Kysely<Schema>, names: Names) {
    this.#db = db;
    this.#names = names;
  }

  /** What the rows say. `read` is called again where a name had to be fetched first. */
  async all<Row, T>(rows: readonly Row[], read: (row: Row, names: Names) => T): Promise<T[]> {
    for (;;) {
      const items = rows.map((row) => read(row, this.#names));
      const missing = this.#names.takeMissingNumbers();
      if (missing.length === 0) return items;
      await this.#fetch(missing);
    }
  }

  async first<Row, T>(rows: readonly Row[], read: (row: Row, names: Names) => T): Promise<T | null> {
    return rows.length === 0 ? null : (await this.all(rows, read))[0]!;
  }

  /** The number of a text to look for; one that no row has where the text was never stored. */
  async numberOf(text: string): Promise<number> {
    const known = this.#names.knownNumberOf(text);
    if (known !== undefined) return known;
    const rows = await this.#db.selectFrom('names').selectAll().where('text', '=', storableName(text)).execute();
    for (const row of rows) this.#names.remember(row.no, text);
    return rows[0]?.no ?? noSuchName;
  }

  async #fetch(missing: readonly number[]): Promise<void> {
    for (let from = 0; from < missing.length; from += storeLimits.idsPerQueryMax) {
      const nos = missing.slice(from, from + storeLimits.idsPerQueryMax);
      const rows = await this.#db.selectFrom('names').selectAll().where('no', 'in', nos).execute();
      if (rows.length < nos.length) throw new Error('The database refers to a name that is not there.');
      for (const { no, text } of rows) this.#names.remember(no, text);
    }
  }
}

/** Numbers start at one. */
const noSuchName = 0;
