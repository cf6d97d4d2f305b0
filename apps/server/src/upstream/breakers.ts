import { type BreakerState, newId } from '@countersign/contract';
import {
  type BreakerStanding,
  type Clock,
  type FeedEvent,
  type SourceRecord,
  type Store,
  systemEvent,
} from '@countersign/control-plane';
import { Breaker, type BreakerChange } from '@countersign/upstream';

type Kept = { readonly breaker: Breaker; readonly settings: string; readonly name: string };

const eventTypes: Record<BreakerState, string> = {
  open: 'io.countersign.circuit.opened',
  half_open: 'io.countersign.circuit.half_opened',
  closed: 'io.countersign.circuit.closed',
};

/**
 * U6: one breaker for each source. A change is an event of the log, whose data is a CloudEvent: that is how every other
 * process hears of it. Figures between changes are of this process alone.
 */
export class Breakers {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #breakers = new Map<string, Kept>();
  readonly #unsubscribe: () => void;
  readonly #saying = new Set<Promise<void>>();

  constructor(store: Store, clock: Clock, onError: (error: unknown) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onError = onError;
    this.#unsubscribe = store.subscribe((events) => this.#hear(events));
  }

  /** With new settings, it begins anew. */
  of({ id, settings }: SourceRecord): Breaker {
    const wanted = JSON.stringify(settings.breaker ?? {});
    const known = this.#breakers.get(id);
    if (known?.settings === wanted) return known.breaker;
    const breaker = new Breaker({
      now: () => this.#clock.now(),
      settings: settings.breaker,
      onChange: (change) => this.#say(id, settings.name, change, breaker.snapshot.failures),
    });
    this.#breakers.set(id, { breaker, settings: wanted, name: settings.name });
    return breaker;
  }

  standing({ id }: Pick<SourceRecord, 'id'>): BreakerStanding {
    const snapshot = this.#breakers.get(id)?.breaker.snapshot;
    return snapshot ?? { state: 'closed', since: null, failures: 0 };
  }

  /** Of every source that there is, by its name. */
  *standings(): Iterable<{ readonly source: string; readonly state: BreakerState }> {
    for (const { name, breaker } of this.#breakers.values()) yield { source: name, state: breaker.snapshot.state };
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    await Promise.allSettled([...this.#saying]);
  }

  #hear(events: readonly FeedEvent[]): void {
    for (const { type, subjectId, data } of events) {
      if (type === 'source.removed') this.#breakers.delete(subjectId);
      if (type !== 'circuit.changed') continue;
      const told = data as { readonly time?: string; readonly data?: { readonly to?: BreakerState } };
      const at = Date.parse(told.time ?? '');
      const to = told.data?.to;
      if (to !== undefined && Number.isFinite(at)) this.#breakers.get(subjectId)?.breaker.follow({ to, at });
    }
  }

  #say(sourceId: string, name: string, { from, to, at, reason }: BreakerChange, failures: number): void {
    const cloudEvent = {
      specversion: '1.0',
      id: newId(at),
      source: '/countersign/sources',
      type: eventTypes[to],
      subject: name,
      time: new Date(at).toISOString(),
      datacontenttype: 'application/json',
      data: { from, to, reason, failures },
    };
    const said = this.#store
      .commit({
        guard: { kind: 'none' },
        events: [systemEvent('circuit.changed', 'system', at, sourceId, cloudEvent)],
      })
      .then(() => undefined, this.#onError)
      .finally(() => this.#saying.delete(said));
    this.#saying.add(said);
  }
}
