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
  readonly sqlite: string;
  readonly postgres: string;
  /** Names a row, for telling which ones were written. */
  readonly keyOf: (row: SqlRow) => string;
  readonly reportsKeys: boolean;
};

export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

type Columns<Row> = { readonly [Column in keyof Row & string]: 'text' | 'bigint' };

/** A guarded write says which rows it wrote; one that follows cannot fail and says nothing. */
type Role = 'guarded' | 'following';

export function insertRows<Row extends SqlRow>(
  table: string,
  columns: Columns<Row>,
  options: { readonly key: readonly (keyof Row & string)[]; readonly role: Role; readonly onConflict?: string },
): RowWrite {
  const names = Object.keys(columns);
  const listed = names.map(quoted).join(', ');
  const insert = `insert into ${table} (${listed})`;
  const conflict = options.onConflict ? ` on conflict ${options.onConflict}` : '';
  const reported = options.role === 'guarded' ? ` returning ${options.key.map(quoted).join(', ')}` : '';
  return {
    name: `insert_${table}_${options.role}`,
    columns: names,
    sqlite: `${insert} values (${names.map((_, index) => `?${index + 1}`).join(', ')})${conflict}`,
    postgres: `${insert} select ${listed} from ${rowsFromJson(columns)}${conflict}${reported}`,
    keyOf: keyOf(options.key),
    reportsKeys: options.role === 'guarded',
  };
}

/** `where` compares the stored row, `stored`, with the given one, `given`. The key is compared by itself. */
export function updateRows<Row extends SqlRow>(
  name: string,
  table: string,
  columns: Columns<Row>,
  options: { readonly key: keyof Row & string; readonly where: string },
): RowWrite {
  const names = Object.keys(columns);
  const set = names.filter((column) => column !== options.key);
  const parameter = (column: string): string => `?${names.indexOf(column) + 1}`;
  const key = quoted(options.key);
  const where = options.where.replaceAll(/given\.(\w+)/g, (_, column: string) => parameter(column));
  return {
    name,
    columns: names,
    sqlite:
      `update ${table} as stored set ${set.map((column) => `${quoted(column)} = ${parameter(column)}`).join(', ')}` +
      ` where stored.${key} = ${parameter(options.key)} and ${where}`,
    postgres:
      `update ${table} as stored set ${set.map((column) => `${quoted(column)} = given.${quoted(column)}`).join(', ')}` +
      ` from ${rowsFromJson(columns, 'given')} where stored.${key} = given.${key} and ${options.where}` +
      ` returning stored.${key}`,
    keyOf: keyOf([options.key]),
    reportsKeys: true,
  };
}

function rowsFromJson(columns: Readonly<Record<string, string>>, alias = 'given'): string {
  const typed = Object.entries(columns).map(([column, type]) => `${quoted(column)} ${type}`);
  return `json_to_recordset($1::json) as ${alias} (${typed.join(', ')})`;
}

/** `use`, `key` and `at` are words of SQL in one database or the other. */
function quoted(column: string): string {
  return `"${column}"`;
}

function keyOf(columns: readonly string[]): (row: SqlRow) => string {
  const [first, ...rest] = columns;
  if (rest.length === 0) return (row) => String(row[first!]);
  return (row) => JSON.stringify(columns.map((column) => row[column]));
}
