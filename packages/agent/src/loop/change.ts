import type { Entry } from '../entry.ts';
import type { RunEvent } from '../ports.ts';
import type { Run } from '../run.ts';

/** An entry before it has its number and its time. */
type EntryDraft = Entry extends infer Kind ? (Kind extends Entry ? Omit<Kind, 'no' | 'at'> : never) : never;

/** What a step of the loop makes of a run. The commit adds what follows from it: version, numbers, times. */
export type Change = {
  readonly set: Partial<Run>;
  readonly entries: readonly EntryDraft[];
  readonly events: readonly RunEvent[];
};

/** One change after the other, in one commit. */
export function both(first: Change, second: Change): Change {
  return {
    set: { ...first.set, ...second.set },
    entries: [...first.entries, ...second.entries],
    events: [...first.events, ...second.events],
  };
}
