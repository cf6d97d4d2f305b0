import type { StoredEvent } from '../ports/records.ts';

/** What to look for in the log; null for whatever. */
export type EntryQuery = {
  /** A type, or how it begins. */
  readonly type: string | null;
  /** `user:ID` and the like, or a kind alone. */
  readonly actor: string | null;
  readonly subjectId: string | null;
  readonly since: number | null;
  readonly until: number | null;
  /** Words that all are somewhere in the entry, in whatever case. */
  readonly words: string | null;
};

export function entryMatcher(query: EntryQuery): (entry: StoredEvent) => boolean {
  const { type, actor, subjectId, since, until } = query;
  const words = (query.words ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return (entry) => {
    if (type !== null && !entry.type.startsWith(type)) return false;
    if (actor !== null && entry.actor !== actor && !entry.actor.startsWith(`${actor}:`)) return false;
    if (subjectId !== null && entry.subjectId !== subjectId) return false;
    if (since !== null && entry.at < since) return false;
    if (until !== null && entry.at > until) return false;
    if (words.length === 0) return true;
    const text = textsOf([entry.type, entry.subjectId, entry.actor, entry.data]).join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

/** Every text in a value as it is, not as JSON writes it: what has a quotation mark in it is found by it. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, held]) => [name, ...textsOf(held)]);
}
