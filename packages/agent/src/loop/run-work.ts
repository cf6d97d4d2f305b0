import type { Conversation } from '../context/conversation.ts';
import type { Entry } from '../entry.ts';
import { limits } from '../limits.ts';
import type { LoopSettings } from '../loop-settings.ts';
import type { LoopPorts } from '../ports.ts';
import type { Run } from '../run.ts';
import type { Change } from './change.ts';
import type { OfferedTools } from './offered-tools.ts';
import { RunMoved, withAsked } from './with-asked.ts';

/** What a process remembers of a run between two times of working on it. */
export type WarmRun = {
  /** As it was last committed or seen. */
  run: Run;
  readonly conversation: Conversation;
  offered: OfferedTools | null;
  /** The turn whose calls were submitted here, and the one whose overflow was made up for by a summary. */
  submittedTurnId: Run['turnId'];
  overflowTurnId: Run['turnId'];
};

/** A run while this process works on it. */
export class RunWork {
  readonly ports: LoopPorts;
  readonly settings: LoopSettings;
  readonly signal: AbortSignal;
  readonly warm: WarmRun;

  constructor(ports: LoopPorts, settings: LoopSettings, signal: AbortSignal, warm: WarmRun) {
    this.ports = ports;
    this.settings = settings;
    this.signal = signal;
    this.warm = warm;
  }

  get run(): Run {
    return this.warm.run;
  }

  get conversation(): Conversation {
    return this.warm.conversation;
  }

  now(): number {
    return this.ports.clock.now();
  }

  /**
   * Commits what `decide` makes of the run as it is. Where a person was quicker, the run is looked at again and `decide` asked
   * again with what they asked for; what the model said or tools did is not lost by it. Null: nothing is to be changed.
   */
  async commit(decide: (run: Run) => Change | null): Promise<void> {
    for (let tries = 0; tries < limits.commitTriesMax; tries += 1) {
      const change = decide(this.run);
      if (change === null) return;
      const { run, entries } = applied(this.run, change, this.now());
      if (await this.ports.journal.commit({ run, entries, events: change.events })) {
        this.warm.run = run;
        for (const entry of entries) this.conversation.add(entry);
        return;
      }
      const { version } = this.run;
      await this.seeRow();
      // Refused, and yet the row is not newer: it is not what we believe it to be.
      if (this.run.version === version) throw new RunMoved();
    }
    throw new Error(
      `Run ${this.run.id} could not be committed: it was changed ${limits.commitTriesMax} times meanwhile.`,
    );
  }

  /** Takes over what a person asked for meanwhile. */
  async seeRow(): Promise<void> {
    const row = await this.ports.journal.look(this.run.id);
    if (row === null) throw new RunMoved();
    if (row.version > this.run.version) this.warm.run = withAsked(this.run, row);
  }
}

function applied(before: Run, { set, entries }: Change, at: number): { readonly run: Run; readonly entries: Entry[] } {
  const numbered = entries.map((entry, index) => ({ ...entry, no: before.entryCount + index + 1, at }));
  const entryCount = before.entryCount + numbered.length;
  return { run: { ...before, ...set, version: before.version + 1, entryCount }, entries: numbered };
}
