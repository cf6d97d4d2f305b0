import { type EventType, type MessageId, newId, type RunId } from '@countersign/contract';
import {
  type Entry,
  isEnded,
  type Run,
  type RunCommit,
  type RunJournal,
  type SpokenMessage,
  steer,
} from '../src/index.ts';

export type LoggedEvent = {
  readonly type: EventType;
  readonly turnId: string | null;
  readonly data: Record<string, unknown>;
};

/** Runs in memory, with the rules of the real thing: compare-and-set, entries without gaps, nothing after the end. */
export class MemoryJournal implements RunJournal {
  run: Run;
  readonly entries: Entry[] = [];
  readonly events: LoggedEvent[] = [];
  readonly said: SpokenMessage[] = [];
  readonly pieces: { readonly turnId: string; readonly offset: number; readonly text: string }[] = [];
  history: readonly SpokenMessage[] = [];
  commits = 0;
  loads = 0;
  looks = 0;
  /** Called before each commit, to change the run under it. */
  beforeCommit: (change: RunCommit) => void = () => {};
  /** Called after each commit that was written. */
  afterCommit: (number: number) => void = () => {};

  constructor(run: Run) {
    this.run = run;
    this.said.push({ messageId: run.messageId, role: 'user', text: run.task });
  }

  async load(runId: RunId) {
    this.loads += 1;
    return runId === this.run.id ? { run: this.run, entries: [...this.entries], history: this.history } : null;
  }

  async look(runId: RunId) {
    this.looks += 1;
    return runId === this.run.id ? this.run : null;
  }

  async commit(change: RunCommit): Promise<boolean> {
    this.beforeCommit(change);
    if (change.run.version !== this.run.version + 1) return false;
    if (isEnded(this.run)) throw new Error('a run that has ended was changed');
    change.entries.forEach((entry, index) => {
      if (entry.no !== this.entries.length + index + 1) throw new Error(`entry ${entry.no} is out of order`);
    });
    if (change.run.entryCount !== this.entries.length + change.entries.length)
      throw new Error('entries are miscounted');
    this.run = structuredClone(change.run);
    this.entries.push(...structuredClone(change.entries));
    this.events.push(...(structuredClone(change.events) as LoggedEvent[]));
    this.commits += 1;
    this.afterCommit(this.commits);
    return true;
  }

  async messages(_runId: RunId, seen: number) {
    return this.said.slice(seen);
  }

  async output(_run: Run, piece: { readonly turnId: string; readonly offset: number; readonly text: string }) {
    this.pieces.push(piece);
  }

  /** What the use cases do for people: the next version, or nothing. */
  person(change: (run: Run) => Run | null): boolean {
    const next = change(this.run);
    if (next === null) return false;
    this.run = next;
    return true;
  }

  steer(text: string, at: number): boolean {
    if (!this.person((run) => steer(run, at))) return false;
    this.said.push({ messageId: newId<MessageId>(), role: 'user', text });
    return true;
  }

  typesOf(prefix = ''): string[] {
    return this.events.map(({ type }) => type).filter((type) => type.startsWith(prefix));
  }

  eventsOf(type: EventType): Record<string, unknown>[] {
    return this.events.filter((event) => event.type === type).map(({ data }) => data);
  }
}
