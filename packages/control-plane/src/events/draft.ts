import type { EventNodeKind, EventType } from '@countersign/contract';
import type { StoredEvent } from '../ports/records.ts';

/** A node while the tree is put together. */
export type Draft = {
  readonly id: string;
  readonly kind: EventNodeKind;
  /** The session, or `system`. */
  readonly chainId: string;
  /** Without what was printed or said piece by piece, which is only counted. */
  readonly events: StoredEvent[];
  readonly children: Draft[];
  /** The first of all of them. */
  first: StoredEvent | null;
  parent: Draft | null;
  printedLength: number;
};

export function newDraft(kind: EventNodeKind, id: string, chainId: string): Draft {
  return { id, kind, chainId, events: [], children: [], first: null, parent: null, printedLength: 0 };
}

/** Its own first entry, or that of what is below it: a node may be known by that alone. */
export function firstEventOf(draft: Draft): StoredEvent | null {
  let { first } = draft;
  for (const child of draft.children) {
    const event = firstEventOf(child);
    if (event && (first === null || event.seq < first.seq)) first = event;
  }
  return first;
}

/** The newest value that its entries have under a name. */
export function factOf(draft: Draft, name: string): unknown {
  return draft.events.findLast(({ data }) => data[name] !== undefined && data[name] !== null)?.data[name];
}

export function eventOfType(draft: Draft, ...types: readonly EventType[]): StoredEvent | null {
  return draft.events.findLast(({ type }) => types.includes(type)) ?? null;
}
