import { CountersignError } from '@countersign/contract';
import { cutText, makeVisible } from '@countersign/policy';
import { systemEvent } from '../access/system-event.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { SourceRecord } from '../ports/records.ts';
import type { SourceImporter } from '../ports/source-importer.ts';
import { nextRefreshAt } from './import-source.ts';
import { sourceLimits } from './limits.ts';
import { refreshSource } from './refresh-source.ts';

const errorLengthMax = 1_000;

/**
 * U1: looks at services again when it is time, or when one says that its tools changed. Of many processes one does it:
 * whoever moves the time of the next look forward. A failure is recorded, and tried again ever more rarely.
 */
export class SourceRefresher {
  readonly #plane: ControlPlane;
  readonly #importer: SourceImporter;
  readonly #onError: (error: unknown) => void;
  readonly #unsubscribe: () => void;
  #callOff: (() => void) | null = null;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(plane: ControlPlane, importer: SourceImporter, onError: (error: unknown) => void) {
    this.#plane = plane;
    this.#importer = importer;
    this.#onError = onError;
    this.#unsubscribe = plane.store.subscribe((events) => {
      if (events.some(({ type }) => type === 'source.added')) this.#arm(this.#plane.clock.now());
    });
    this.#arm(plane.clock.now());
  }

  /** Looks at one now: the service said that its tools changed. */
  refresh(name: string): void {
    this.#running = this.#running
      .then(async () => {
        if (this.#isClosed) return;
        const source = await this.#plane.store.findSource(name);
        if (source) await this.#take(source);
      })
      .catch(this.#onError);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#callOff?.();
    await this.#running;
  }

  #arm(time: number): void {
    if (this.#isClosed) return;
    this.#callOff?.();
    this.#callOff = this.#plane.clock.at(time, () => {
      this.#running = this.#running.then(() => this.#sweep());
    });
  }

  async #sweep(): Promise<void> {
    const { store, clock } = this.#plane;
    let next = clock.now() + sourceLimits.lookAgainMsMax;
    try {
      const sources = await store.listSources();
      const now = clock.now();
      const due = sources.filter((source) => source.nextRefreshAt !== null && source.nextRefreshAt <= now);
      for (const source of due) if (!this.#isClosed) await this.#take(source);
      for (const { nextRefreshAt: at } of due.length > 0 ? await store.listSources() : sources) {
        if (at !== null && at < next) next = at;
      }
    } catch (error) {
      this.#onError(error);
    }
    this.#arm(next);
  }

  async #take(source: SourceRecord): Promise<void> {
    const { store, clock } = this.#plane;
    const owned = {
      ...source,
      version: source.version + 1,
      nextRefreshAt: source.nextRefreshAt === null ? null : clock.now() + sourceLimits.refreshLeaseMs,
    };
    const taken = await store.commit({ guard: { kind: 'source', record: owned }, events: [] });
    // Another process is at it, or somebody changed the source: there will be another time.
    if (!taken.ok) return;
    try {
      await refreshSource(this.#plane, this.#importer, 'system', owned, {
        dryRun: false,
        expectedInventoryHash: null,
        document: null,
        isUnattended: true,
      });
    } catch (error) {
      if (error instanceof CountersignError && error.code === 'conflict') return;
      await this.#failed(owned, error);
    }
  }

  async #failed(source: SourceRecord, error: unknown): Promise<void> {
    const { store, clock, redactor } = this.#plane;
    if (!(error instanceof CountersignError)) this.#onError(error);
    const message = error instanceof CountersignError ? error.message : 'Looking at the service failed here.';
    const refreshError = cutText(makeVisible(redactor.text(message)), errorLengthMax);
    const refreshFailures = source.refreshFailures + 1;
    const at = clock.now();
    await store.commit({
      guard: {
        kind: 'source',
        record: {
          ...source,
          version: source.version + 1,
          refreshError,
          refreshFailures,
          nextRefreshAt: nextRefreshAt(source.settings, at, refreshFailures),
        },
      },
      // The same failure again is nothing new.
      events:
        source.refreshError === refreshError
          ? []
          : [
              systemEvent('source.refresh_failed', 'system', at, source.id, {
                name: source.settings.name,
                error: refreshError,
                failures: refreshFailures,
              }),
            ],
    });
  }
}
