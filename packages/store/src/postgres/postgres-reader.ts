import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Reader } from '../reads/reader.ts';
import type { Schema } from '../schema.ts';

export function postgresReader(pool: pg.Pool): Reader {
  const names = new Map<CompiledQuery, string>();
  /** A named statement is prepared once a connection. */
  const nameOf = (query: CompiledQuery): string => {
    const name = names.get(query) ?? `read_${names.size + 1}`;
    names.set(query, name);
    return name;
  };
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    async run<Row>(query: CompiledQuery<Row>, values: readonly unknown[]): Promise<Row[]> {
      const { rows } = await pool.query({ name: nameOf(query), text: query.sql, values: [...values] });
      return rows as Row[];
    },
  };
}
