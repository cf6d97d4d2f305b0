import type { Run } from '../run.ts';

/** Somebody else went on with the run: what is remembered of it here is of no use. */
export class RunMoved extends Error {
  constructor() {
    super('The run was moved on by another process.');
    this.name = 'RunMoved';
  }
}

/** A run as it stands now, where nothing but what people may change is different from what was known of it. */
export function withAsked(known: Run, row: Run): Run {
  const isOurs =
    row.entryCount === known.entryCount &&
    row.turn === known.turn &&
    row.turnId === known.turnId &&
    row.phase === known.phase &&
    row.attempts === known.attempts &&
    row.messagesSeen === known.messagesSeen;
  if (!isOurs) throw new RunMoved();
  return row;
}
