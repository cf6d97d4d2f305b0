import type { EventType, RunId } from '@countersign/contract';
import type { FeedEvent, RunHead } from '@countersign/control-plane';

/** How a call of a run moved, or a person did: somebody may be able to go on. */
const stirring: ReadonlySet<EventType> = new Set<EventType>([
  'tool_call.completed',
  'tool_call.failed',
  'tool_call.rejected',
  'tool_call.timed_out',
  'tool_call.cancelled',
  'tool_call.lost',
  'approval.requested',
  'approval.decided',
  'approval.expired',
  'approval.withdrawn',
]);

/** Whose subject is a run that has ended by it. */
export const runEnds: ReadonlySet<EventType> = new Set<EventType>([
  'agent.completed',
  'agent.stopped',
  'agent.failed',
  'agent.cancelled',
]);

/**
 * What an event means to whoever works on runs. `calls`: calls of these runs moved. `asked`: a person wants something of
 * this one. `work`: there may be one to begin with, a new one or the next of a session.
 */
export type Meaning =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'calls'; readonly runIds: readonly RunId[] }
  | { readonly kind: 'asked'; readonly runId: RunId }
  | { readonly kind: 'work' };

const nothing: Meaning = { kind: 'nothing' };

/** What the loop itself says of a run while it works on it: nobody has to do anything about it. */
const saidByLoop: ReadonlySet<EventType> = new Set<EventType>(['agent.started', 'agent.joined']);
/** There may be a run to take up: a new one, or the next of its session. */
const promising: ReadonlySet<EventType> = new Set<EventType>(['agent.queued', 'agent.paused']);

/** Which runs go on, by session, as far as this process has heard: most calls belong to none of them. */
export class ActiveRuns {
  readonly #bySession = new Map<string, Set<RunId>>();
  /** Until the stored ones are known: one that ended may be among what is being read. */
  #ended: Set<RunId> | null = new Set();

  get isEmpty(): boolean {
    return this.#bySession.size === 0;
  }

  /** Those from before anybody listened. */
  know(heads: readonly RunHead[]): void {
    for (const { id, sessionId } of heads) if (!this.#ended?.has(id)) this.#add(sessionId, id);
    this.#ended = null;
  }

  hear({ type, chainId, subjectId }: Pick<FeedEvent, 'type' | 'chainId' | 'subjectId'>): Meaning {
    if (stirring.has(type)) {
      const runIds = this.#bySession.get(chainId);
      return runIds ? { kind: 'calls', runIds: [...runIds] } : nothing;
    }
    if (!type.startsWith('agent.') || saidByLoop.has(type)) return nothing;
    const runId = subjectId as RunId;
    if (runEnds.has(type)) {
      this.#ended?.add(runId);
      this.#remove(chainId, runId);
      return { kind: 'work' };
    }
    this.#add(chainId, runId);
    return promising.has(type) ? { kind: 'work' } : { kind: 'asked', runId };
  }

  #add(sessionId: string, runId: RunId): void {
    const runs = this.#bySession.get(sessionId) ?? new Set();
    this.#bySession.set(sessionId, runs.add(runId));
  }

  #remove(sessionId: string, runId: RunId): void {
    const runs = this.#bySession.get(sessionId);
    runs?.delete(runId);
    if (runs?.size === 0) this.#bySession.delete(sessionId);
  }
}
