import {
  CountersignError,
  type EventTree,
  type ProcessId,
  type ProjectId,
  type RunId,
  type SessionId,
  type ToolCallId,
} from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';
import type { StoredEvent } from '../ports/records.ts';
import { eventTree, type TreeOptions } from './event-tree.ts';
import { treeLimits } from './limits.ts';

type Plane = Pick<ControlPlane, 'store' | 'clock'>;

export type TreeQuery = {
  /** Of a process, session, run, turn or tool call; null for the newest runs. */
  readonly id: string | null;
  readonly depth: number | null;
  /** Runs. */
  readonly limit: number;
};

/** W5: the log of a project as a tree. Processes are shown with the runs of this project alone. */
export async function readEventTree(plane: Plane, projectId: ProjectId, query: TreeQuery): Promise<EventTree> {
  const { store, clock } = plane;
  const lastSeq = await store.headSeq();
  const wanted =
    query.id === null ? await newest(plane, projectId, query) : await around(plane, projectId, query, query.id);
  const read = new ReadEvents(plane);
  for (const chain of wanted.chains) await read.chain(chain);
  await read.processes(wanted.options.rootId);
  const events = read.inOrder(projectId);
  const callIds = events.filter(({ type }) => type === 'tool_call.submitted').map(({ subjectId }) => subjectId);
  const calls = await store.findCalls(callIds as ToolCallId[]);
  const { nodes, isCut } = eventTree(events, {
    ...wanted.options,
    now: clock.now(),
    ...(query.depth === null ? {} : { depth: query.depth }),
    descriptions: new Map(calls.map(({ id, request }) => [id, request.description])),
  });
  return { nodes, last_seq: lastSeq, is_cut: isCut || read.isCut };
}

type Chain = {
  readonly sessionId: string /** Read back until the beginnings of these; empty for all of it. */;
  readonly runIds: ReadonlySet<string>;
};
type Wanted = { readonly chains: readonly Chain[]; readonly options: Omit<TreeOptions, 'now'> };

/** The newest runs; and where there is room, sessions in which other agents called tools. */
async function newest({ store }: Plane, projectId: ProjectId, { limit }: TreeQuery): Promise<Wanted> {
  const page = { limit, cursor: null };
  const { items: runs } = await store.listRuns({ projectId }, page);
  const chains = chainsOf(runs);
  if (runs.length < limit) {
    const { items: sessions } = await store.listSessions({ projectId }, { ...page, limit: limit - runs.length });
    const known = new Set(chains.map(({ sessionId }) => sessionId));
    for (const { id } of sessions) if (!known.has(id)) chains.push({ sessionId: id, runIds: none });
  }
  return { chains, options: { runIds: new Set(runs.map(({ id }) => id)) } };
}

const none: ReadonlySet<string> = new Set();

/** What an id stands for, and the sessions that tell of it. */
async function around({ store }: Plane, projectId: ProjectId, query: TreeQuery, id: string): Promise<Wanted> {
  const found = await store.findRun(projectId, id as RunId);
  if (found) return { chains: chainsOf([found]), options: { rootId: id } };
  const session = await store.findSession(projectId, id as SessionId);
  if (session) return { chains: [{ sessionId: id, runIds: none }], options: { rootId: id, grouping: 'session' } };
  const call = await store.findCall(projectId, id as ToolCallId);
  if (call) return { chains: [{ sessionId: call.request.sessionId, runIds: none }], options: { rootId: id } };
  const [node] = await store.listNodeEvents(id, 1);
  if (node?.type === 'turn.started' && node.projectId === projectId) {
    const runIds = new Set(node.parentId === null ? [] : [node.parentId]);
    return { chains: [{ sessionId: node.chainId, runIds }], options: { rootId: id } };
  }
  if (node?.type.startsWith('process.')) {
    const done = await store.listRunEventsOf(id as ProcessId, treeLimits.eventsPageSize);
    const own = done.filter((event) => event.projectId === projectId);
    const sessions = new Map(own.map(({ subjectId, chainId }) => [subjectId, chainId]));
    const runs = [...sessions].slice(0, query.limit).map(([runId, sessionId]) => ({ id: runId, sessionId }));
    return { chains: chainsOf(runs), options: { rootId: id, runIds: new Set(runs.map((run) => run.id)) } };
  }
  throw new CountersignError(
    'not_found',
    'There is no process, session, run, turn or tool call with this id here. See what there is without an id.',
  );
}

function chainsOf(runs: readonly { readonly id: string; readonly sessionId: string }[]): Chain[] {
  const chains = new Map<string, Set<string>>();
  for (const { id, sessionId } of runs) chains.set(sessionId, (chains.get(sessionId) ?? new Set<string>()).add(id));
  return [...chains].map(([sessionId, runIds]) => ({ sessionId, runIds }));
}

/** Entries as they are read: the newest of each session first, so that what is left out is what is old. */
class ReadEvents {
  readonly #store: Plane['store'];
  readonly #events = new Map<number, StoredEvent>();
  isCut = false;

  constructor({ store }: Plane) {
    this.#store = store;
  }

  async chain({ sessionId, runIds }: Chain): Promise<void> {
    const missing = new Set(runIds);
    for (let before: number | null = null; ; ) {
      if (this.#events.size >= treeLimits.eventsMax) {
        this.isCut = true;
        return;
      }
      const page: StoredEvent[] = await this.#store.listLatestEvents(sessionId, before, treeLimits.eventsPageSize);
      for (const event of page) {
        this.#events.set(event.seq, event);
        if (event.type === 'agent.queued') missing.delete(event.subjectId);
      }
      if (page.length < treeLimits.eventsPageSize || (runIds.size > 0 && missing.size === 0)) return;
      before = page.at(-1)!.seq;
    }
  }

  /** Those that have worked on the runs that were read. */
  async processes(rootId: string | undefined): Promise<void> {
    const ids = new Set(rootId === undefined ? [] : [rootId]);
    for (const { type, parentId, chainId } of this.#events.values()) {
      if (type.startsWith('agent.') && parentId !== null && parentId !== chainId) ids.add(parentId);
    }
    for (const id of ids) {
      for (const event of await this.#store.listNodeEvents(id, treeLimits.processEventsMax)) {
        if (event.type.startsWith('process.')) this.#events.set(event.seq, event);
      }
    }
  }

  /** A session belongs to one project and a process to none: whatever else there is is left out. */
  inOrder(projectId: ProjectId): StoredEvent[] {
    const own = [...this.#events.values()].filter((event) => event.projectId === null || event.projectId === projectId);
    return own.sort((a, b) => a.seq - b.seq);
  }
}
