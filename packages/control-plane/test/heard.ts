import type { EventType } from '@countersign/contract';
import type { FeedEvent, Store } from '../src/index.ts';

/** Resolves with the event of that type about that subject, once it is told. Ask before it can happen. */
export function heard(store: Store, subjectId: string, type: EventType): Promise<FeedEvent> {
  return new Promise((resolve) => {
    const stop = store.subscribe((events) => {
      const found = events.find((event) => event.subjectId === subjectId && event.type === type);
      if (!found) return;
      stop();
      resolve(found);
    });
  });
}

/** Lets everything that waits for the database or for a promise go on, a number of times. */
export async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
