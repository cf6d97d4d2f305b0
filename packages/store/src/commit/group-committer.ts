import { setTimeout as pause } from 'node:timers/promises';
import { CountersignError } from '@countersign/contract';
import type { Change, CommitResult } from '@countersign/control-plane';
import type { Database, Fault } from '../database.ts';
import type { EventFeed } from '../event-feed.ts';
import { storeLimits } from '../limits.ts';
import type { Names } from '../names/names.ts';
import type { Seals } from '../seal/seals.ts';
import { guardKey } from './guarded-writes.ts';
import { planChanges } from './plan-changes.ts';
import { writeBatch } from './write-batch.ts';

type Waiting = {
  readonly change: Change;
  readonly key: string | null;
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Group commit: the changes asked for in one turn of the event loop, and those that come while a batch is under way,
 * share one transaction, so that a sync to disk is paid once for all of them.
 */
export class GroupCommitter {
  readonly #database: Database;
  readonly #feed: EventFeed;
  readonly #names: Names;
  readonly #seals: Seals;
  #waiting: Waiting[] = [];
  #isRunning = false;
  #isClosed = false;
  #idle: () => void = () => {};

  constructor(database: Database, names: Names, seals: Seals, feed: EventFeed) {
    this.#database = database;
    this.#names = names;
    this.#seals = seals;
    this.#feed = feed;
  }

  commit(change: Change): Promise<CommitResult> {
    if (this.#isClosed) return Promise.reject(unavailable('The store is closed.'));
    if (this.#waiting.length >= storeLimits.queuedChangesMax) {
      return Promise.reject(unavailable('Too many changes wait to be written. Nothing was written; try again later.'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, key: guardKey(change.guard), resolve, reject });
      if (this.#isRunning) return;
      this.#isRunning = true;
      this.#nextTurn();
    });
  }

  /** Writes what was asked for, and nothing after it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#isRunning) await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  #nextTurn(): void {
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    await this.#write(this.#takeBatch());
    if (this.#waiting.length > 0) return this.#nextTurn();
    this.#isRunning = false;
    this.#idle();
  }

  /** Changes that compete for the same row wait for the next batch, where all but one will lose. */
  #takeBatch(): Waiting[] {
    const keys = new Set<string>();
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    let looked = 0;
    for (const waiting of this.#waiting) {
      if (batch.length === storeLimits.batchChangesMax || later.length === storeLimits.batchChangesMax) break;
      looked += 1;
      const isFree = waiting.key === null || !keys.has(waiting.key);
      (isFree ? batch : later).push(waiting);
      if (waiting.key !== null) keys.add(waiting.key);
    }
    this.#waiting = looked === this.#waiting.length ? later : later.concat(this.#waiting.slice(looked));
    return batch;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const changes = batch.map((waiting) => waiting.change);
        const planned = await planChanges(changes, this.#names, this.#seals, this.#database);
        const results = await this.#database.transact((transaction) => writeBatch(transaction, planned));
        return this.#settle(batch, results);
      } catch (error) {
        const fault = this.#database.faultOf(error);
        if (fault === 'retry' && attempt < storeLimits.batchAttemptsMax) {
          await pause(storeLimits.batchRetryMs * 2 ** (attempt - 1));
        } else if (fault === 'refused' && batch.length > 1) {
          // One of them cannot be written; the others shall not suffer for it.
          for (const waiting of batch) await this.#write([waiting]);
          return;
        } else {
          for (const waiting of batch) waiting.reject(failure(fault, error));
          // It may have been committed all the same; then its events are found by reading.
          if (fault === 'unavailable') this.#feed.look();
          return;
        }
      }
    }
  }

  #settle(batch: readonly Waiting[], results: readonly CommitResult[]): void {
    const events = results.flatMap((result) => (result.ok ? result.events : []));
    if (events.length > 0) this.#feed.committed(events);
    for (const [index, waiting] of batch.entries()) waiting.resolve(results[index]!);
  }
}

function failure(fault: Fault, cause: unknown): CountersignError {
  switch (fault) {
    case 'retry':
      return unavailable('The database was too busy. Nothing was written; try again.', cause);
    case 'unavailable':
      return unavailable('The database did not answer. Read again to see whether the change was written.', cause);
    case 'refused':
      return new CountersignError('internal', 'The database refused the change. Nothing was written.', {}, cause);
  }
}

function unavailable(message: string, cause?: unknown): CountersignError {
  return new CountersignError('unavailable', message, {}, cause);
}
