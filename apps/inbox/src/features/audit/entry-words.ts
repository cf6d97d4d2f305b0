import type { EventView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import type { useAuditTexts } from './use-audit-texts.ts';

type Texts = ReturnType<typeof useAuditTexts>;

/** Facts of an entry that say most about it, in this order. */
const tellingFacts = [
  'tool_name',
  'title',
  'name',
  'task',
  'text',
  'path',
  'role',
  'kind',
  'feedback',
  'reason',
  'error',
  'file',
  'rule_id',
  'model',
  'machine',
] as const;
const factsMax = 3;
const factLengthMax = 200;

export function whatHappened({ type, data }: EventView, texts: Texts): string {
  if (type === 'approval.decided') {
    const word = texts.decided[data.decision as keyof Texts['decided']];
    if (word) return word;
  }
  // A log may hold types that this page does not know yet.
  return texts.events[type] ?? type;
}

/**
 * What it was about, in a few words of the entry itself. `about` is what the server says of the call that it names, with
 * what hides in it written out already.
 */
export function factsOf({ data }: EventView, about: string | undefined): string {
  const facts = tellingFacts.flatMap((name) => {
    if (name === 'tool_name' && about !== undefined) return [about.slice(0, factLengthMax)];
    const value = data[name];
    return typeof value === 'string' && value !== '' ? [makeVisible(value.slice(0, factLengthMax))] : [];
  });
  return [...new Set(facts)].slice(0, factsMax).join(' · ');
}

/** Names of tools by the id of their call, as far as the entries tell them. */
export function toolNamesOf(events: readonly EventView[]): ReadonlyMap<string, string> {
  return new Map(
    events.flatMap(({ type, subject_id, data }) =>
      type === 'tool_call.submitted' ? [[subject_id, makeVisible(String(data.tool_name))] as const] : [],
    ),
  );
}

export function isAboutCall({ type }: EventView): boolean {
  return type.startsWith('tool_call.') || type.startsWith('approval.');
}

/** The last letters of an id, which tell it from others made at about the same time. */
export function shortId(id: string): string {
  return id.slice(-6);
}
