import { bufferOf } from '../rows/packed-text.ts';

/**
 * One write of many rows, as SQL of both databases, made once. SQLite runs it row by row (a bare prepared statement is
 * the fastest there); PostgreSQL gets all rows as one JSON text, so that the statement is the same for any number of
 * rows and a batch costs one round trip. Built by hand because it is the hot path; everything else goes through Kysely.
 */
export type RowWrite = {
  /** Names the prepared statement. */
  readonly name: string;
  /** In the order of SQLite's numbered parameters. */
  readonly columns: readonly string[];
  /** Those of them that are bytes, which JSON does not have. */
  readonly bytesColumns: readonly string[];
  readonly sqlite: string;
  readonly postgres: string;
  /** Names a row, for telling which ones were written. */
  readonly keyOf: (row: SqlRow) => string;
  readonly reportsKeys: boolean;
};

export type SqlValue = string | number | Uint8Array | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** Said in the words of each. */
type BothDialects = { readonly sqlite: string; readonly postgres: string };

type ColumnType = 'text' | 'bigint' | 'bytea';
/** A column that is not written as given but made of it, by SQL. */
type MadeColumn = {
  readonly type: ColumnType;
  readonly sqlite: (given: string) => string;
  readonly postgres: (given: string) => string;
};
export type Columns<Row> = { readonly [Column in keyof Row & string]: ColumnType | MadeColumn };

/** A guarded write says which rows it wrote; one that follows cannot fail and says nothing. */
type Role = 'guarded' | 'following';

export function insertRows<Row extends SqlRow>(
  table: string,
  columns: Columns<Row>,
  options: {
    readonly key: readonly (keyof Row & string)[];
    readonly role: Role;
    readonly onConflict?: string | BothDialects;
  },
): RowWrite {
  const names = Object.keys(columns);
  const insert = `insert into ${table} (${names.map(quoted).join(', ')})`;
  const { onConflict } = options;
  const conflict = (dialect: keyof BothDialects): string =>
    onConflict ? ` on conflict ${typeof onConflict === 'string' ? onConflict : onConflict[dialect]}` : '';
  const reported = options.role === 'guarded' ? ` returning ${options.key.map(quoted).join(', ')}` : '';
  const { sqlite, postgres } = valuesOf(columns);
  return {
    name: `insert_${table}_${options.role}`,
    columns: names,
    bytesColumns: bytesColumnsOf(columns),
    sqlite: `${insert} values (${names.map(sqlite).join(', ')})${conflict('sqlite')}`,
    postgres: `${insert} select ${names.map(postgres).join(', ')} from ${rowsFromJson(columns)}${conflict('postgres')}${reported}`,
    keyOf: keyOf(options.key),
    reportsKeys: options.role === 'guarded',
  };
}

/** `where` compares the stored row, `stored`, with the given one, `given`. The key is compared by itself. */
export function updateRows<Row extends SqlRow>(
  name: string,
  table: string,
  columns: Columns<Row>,
  options: {
    readonly key: keyof Row & string;
    readonly where: string;
    /** Given for `where` alone, and not written. */
    readonly compared?: readonly (keyof Row & string)[];
  },
): RowWrite {
  const names = Object.keys(columns);
  const kept: readonly string[] = [options.key, ...(options.compared ?? [])];
  const set = names.filter((column) => !kept.includes(column));
  const { sqlite, postgres } = valuesOf(columns);
  const key = quoted(options.key);
  const where = options.where.replaceAll(/given\.(\w+)/g, (_, column: string) => sqlite(column));
  return {
    name,
    columns: names,
    bytesColumns: bytesColumnsOf(columns),
    sqlite:
      `update ${table} as stored set ${set.map((column) => `${quoted(column)} = ${sqlite(column)}`).join(', ')}` +
      ` where stored.${key} = ${sqlite(options.key)} and ${where}`,
    postgres:
      `update ${table} as stored set ${set.map((column) => `${quoted(column)} = ${postgres(column)}`).join(', ')}` +
      ` from ${rowsFromJson(columns)} where stored.${key} = given.${key} and ${options.where}` +
      ` returning stored.${key}`,
    keyOf: keyOf([options.key]),
    reportsKeys: true,
  };
}

/** Takes rows out by their key; with `where`, as for an update, only those of them. */
export function deleteRows<Row extends SqlRow>(
  name: string,
  table: string,
  columns: Columns<Row>,
  options: {
    readonly key: readonly (keyof Row & string)[];
    readonly role: Role;
    readonly where?: BothDialects;
  },
): RowWrite {
  const { sqlite } = valuesOf(columns);
  const keys = options.key.map(quoted);
  const same = keys.map((key) => `stored.${key} = given.${key}`).join(' and ');
  const sameInSqlite = options.key.map((column) => `stored.${quoted(column)} = ${sqlite(column)}`).join(' and ');
  const { where } = options;
  const whereInSqlite = where?.sqlite.replaceAll(/given\.(\w+)/g, (_, column: string) => sqlite(column));
  const reported = options.role === 'guarded' ? ` returning ${keys.map((key) => `stored.${key}`).join(', ')}` : '';
  return {
    name,
    columns: Object.keys(columns),
    bytesColumns: bytesColumnsOf(columns),
    sqlite: `delete from ${table} as stored where ${sameInSqlite}${whereInSqlite ? ` and ${whereInSqlite}` : ''}`,
    postgres:
      `delete from ${table} as stored using ${rowsFromJson(columns)} where ${same}` +
      `${where ? ` and ${where.postgres}` : ''}${reported}`,
    keyOf: keyOf(options.key),
    reportsKeys: options.role === 'guarded',
  };
}

type AnyColumns = Readonly<Record<string, ColumnType | MadeColumn>>;

/** How each database says the value of a column. */
function valuesOf(columns: AnyColumns): Record<'sqlite' | 'postgres', (column: string) => string> {
  const parameters = new Map(Object.keys(columns).map((column, index) => [column, `?${index + 1}`]));
  const said = (dialect: 'sqlite' | 'postgres', column: string, given: string): string => {
    const kind = columns[column]!;
    return typeof kind === 'string' ? given : kind[dialect](given);
  };
  return {
    sqlite: (column) => said('sqlite', column, parameters.get(column)!),
    postgres: (column) => said('postgres', column, `given.${quoted(column)}`),
  };
}

function typeOf(kind: ColumnType | MadeColumn): ColumnType {
  return typeof kind === 'string' ? kind : kind.type;
}

function bytesColumnsOf(columns: AnyColumns): string[] {
  return Object.keys(columns).filter((column) => typeOf(columns[column]!) === 'bytea');
}

function rowsFromJson(columns: AnyColumns): string {
  const typed = Object.entries(columns).map(([column, kind]) => `${quoted(column)} ${typeOf(kind)}`);
  return `json_to_recordset($1::json) as given (${typed.join(', ')})`;
}

/** `use`, `key` and `at` are words of SQL in one database or the other. */
function quoted(column: string): string {
  return `"${column}"`;
}

function keyOf(columns: readonly string[]): (row: SqlRow) => string {
  const [first, ...rest] = columns;
  if (rest.length === 0) return (row) => keyText(row[first!]!);
  return (row) => JSON.stringify(columns.map((column) => keyText(row[column]!)));
}

/** Bytes as a text that sorts as they do. */
function keyText(value: SqlValue): string {
  return value instanceof Uint8Array ? bufferOf(value).toString('latin1') : String(value);
}
