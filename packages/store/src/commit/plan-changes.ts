import type { Change } from '@countersign/control-plane';
import type { Database } from '../database.ts';
import { type Names, storableName } from '../names/names.ts';
import { eventRow, type UnplacedEventRow } from '../rows/event.ts';
import type { Seals } from '../seal/seals.ts';
import { planFollowingWrite } from './following-writes.ts';
import { type PlannedWrite, planGuardedWrite } from './guarded-writes.ts';

/** A change as rows, made before its transaction begins. */
export type PlannedChange = {
  readonly change: Change;
  readonly guard: PlannedWrite | null;
  readonly following: readonly PlannedWrite[];
  readonly events: readonly UnplacedEventRow[];
};

/**
 * New names are written ahead, in a transaction of their own: they are few, nothing is lost if they are never used, and
 * a batch that fails takes none with it that somebody else has seen meanwhile.
 */
export async function planChanges(
  changes: readonly Change[],
  names: Names,
  seals: Seals,
  database: Database,
): Promise<PlannedChange[]> {
  for (;;) {
    const planned = changes.map((change) => planChange(change, names, seals));
    const missing = names.takeMissingTexts();
    if (missing.length === 0) return planned;
    await addNames(missing, names, database);
  }
}

function planChange(change: Change, names: Names, seals: Seals): PlannedChange {
  return {
    change,
    guard: planGuardedWrite(change.guard, names, seals),
    following: change.following?.flatMap((following) => planFollowingWrite(following, names, seals)) ?? [],
    events: change.events.map((event) => eventRow(event, names)),
  };
}

async function addNames(texts: readonly string[], names: Names, database: Database): Promise<void> {
  // In one order, so that two processes cannot each wait for what the other holds.
  const storable = [...new Set(texts.map(storableName))].sort();
  const rows = await database.transact(async (transaction) => {
    const numbered = transaction.numberNames(storable);
    const [found] = await Promise.all([numbered, transaction.commit()]);
    return found;
  });
  const numbers = new Map(rows.map(({ no, text }) => [text, no]));
  for (const text of texts) names.remember(numbers.get(storableName(text))!, text);
}
