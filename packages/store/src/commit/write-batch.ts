import type { CommitResult } from '@countersign/control-plane';
import type { Transaction } from '../database.ts';
import { followingWritesInOrder } from './following-writes.ts';
import { guardedWritesInOrder, type PlannedWrite } from './guarded-writes.ts';
import { logEvents } from './log-events.ts';
import type { PlannedChange } from './plan-changes.ts';
import type { RowWrite, SqlRow } from './row-write.ts';

/**
 * Writes changes that do not compete with each other: the guarded writes first, which say who goes on; then what
 * follows for those; then their events, which take the log's lock and so come last. There are no savepoints: a change
 * whose guard fails has written nothing yet.
 */
export async function writeBatch(transaction: Transaction, changes: readonly PlannedChange[]): Promise<CommitResult[]> {
  const passed = await writeGuards(transaction, changes);
  const passing = changes.filter((_, index) => passed[index]);
  if (passing.length === 0) return changes.map(() => ({ ok: false }));

  const followed = writeFollowing(transaction, passing);
  const logged = await logEvents(transaction, passing, followed);
  const results = logged[Symbol.iterator]();
  return passed.map((ok) => (ok ? { ok, events: results.next().value! } : { ok }));
}

async function writeGuards(transaction: Transaction, changes: readonly PlannedChange[]): Promise<boolean[]> {
  const rows = rowsByWrite(changes.flatMap(({ guard }) => guard ?? []));
  const writes = guardedWritesInOrder.filter((write) => rows.has(write));
  const written = await Promise.all(writes.map((write) => transaction.write(write, sorted(write, rows.get(write)!))));
  const keysWritten = new Map(writes.map((write, index) => [write, written[index]!]));
  return changes.map(({ guard }) => guard === null || keysWritten.get(guard.write)!.has(guard.write.keyOf(guard.row)));
}

/** Rows of one table are locked in the same order by everybody. */
function sorted(write: RowWrite, rows: readonly SqlRow[]): readonly SqlRow[] {
  if (rows.length === 1) return rows;
  const keyed = rows.map((row) => ({ key: write.keyOf(row), row }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return keyed.map(({ row }) => row);
}

function writeFollowing(transaction: Transaction, changes: readonly PlannedChange[]): Promise<unknown>[] {
  const rows = rowsByWrite(changes.flatMap(({ following }) => following));
  return followingWritesInOrder
    .filter((write) => rows.has(write))
    .map((write) => transaction.write(write, sorted(write, newestOfEach(write, rows.get(write)!))));
}

/** PostgreSQL refuses to put the same row twice in one statement; the later one says what is so. */
function newestOfEach(write: RowWrite, rows: readonly SqlRow[]): readonly SqlRow[] {
  if (rows.length === 1) return rows;
  return [...new Map(rows.map((row) => [write.keyOf(row), row])).values()];
}

function rowsByWrite(planned: readonly PlannedWrite[]): Map<RowWrite, SqlRow[]> {
  const rows = new Map<RowWrite, SqlRow[]>();
  for (const { write, row } of planned) {
    const list = rows.get(write);
    if (list) list.push(row);
    else rows.set(write, [row]);
  }
  return rows;
}
