import { type CompiledQuery, Kysely } from 'kysely';
import type { Reader } from '../reads/reader.ts';
import type { Schema } from '../schema.ts';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

export function sqliteReader(connection: SqliteConnection): Reader {
  return {
    db: new Kysely<Schema>({ dialect: nodeSqliteDialect(connection) }),
    async run<Row>(query: CompiledQuery<Row>, values: readonly unknown[]): Promise<Row[]> {
      return connection.prepare(query.sql).all(...(values as (string | number | Uint8Array | null)[])) as Row[];
    },
  };
}
