import { CountersignError } from '@countersign/contract';
import { systemEvent } from '../access/system-event.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { SourceRecord } from '../ports/records.ts';
import { actorOf, type User } from '../principal.ts';

/** Its tools are gone at once; what they did stays in the record. */
export async function removeSource(plane: ControlPlane, by: User, source: SourceRecord): Promise<void> {
  const { id, settings } = source;
  const committed = await plane.store.commit({
    guard: { kind: 'remove_source', sourceId: id },
    following: [
      { kind: 'remove_offer', sourceId: id },
      { kind: 'remove_document', sourceId: id },
    ],
    events: [systemEvent('source.removed', actorOf(by), plane.clock.now(), id, { name: settings.name, by: by.name })],
  });
  if (!committed.ok) throw new CountersignError('not_found', 'There is no such source any more.');
}
