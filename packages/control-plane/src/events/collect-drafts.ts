import type { EventNodeKind } from '@countersign/contract';
import type { StoredEvent } from '../ports/records.ts';
import { type Draft, newDraft } from './draft.ts';

type Place = { readonly kind: EventNodeKind; readonly id: string };

/** W5: the nodes that entries of the log speak of, by id. Entries are in order. */
export function collectDrafts(events: readonly StoredEvent[]): Map<string, Draft> {
  const drafts = new Map<string, Draft>();
  for (const event of events) {
    const place = placeOf(event);
    if (place === null) continue;
    let draft = drafts.get(place.id);
    if (!draft) {
      draft = newDraft(place.kind, place.id, event.chainId);
      drafts.set(place.id, draft);
    }
    draft.first ??= event;
    if (event.type === 'turn.output' || event.type === 'tool_call.output') {
      draft.printedLength += String(event.data.text ?? '').length;
    } else draft.events.push(event);
  }
  return drafts;
}

/** The node that an entry belongs to; null for what is in no tree: people, credentials, sources. */
function placeOf({ type, subjectId, parentId, chainId, data }: StoredEvent): Place | null {
  if (type === 'agent.joined') return null;
  const [noun] = type.split('.');
  switch (noun) {
    case 'process':
      return { kind: 'process', id: subjectId };
    case 'agent':
      return { kind: 'agent', id: subjectId };
    case 'message':
      return parentId === null ? null : { kind: 'agent', id: parentId };
    case 'turn':
      return { kind: 'turn', id: subjectId };
    case 'control':
      return { kind: data.run_id === undefined || data.run_id === subjectId ? 'agent' : 'turn', id: subjectId };
    case 'tool_call':
    case 'approval':
      return { kind: 'tool_call', id: subjectId };
    case 'session':
    case 'grant':
      return { kind: 'session', id: chainId };
    default:
      return null;
  }
}
