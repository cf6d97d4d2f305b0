import type { EventNodeKind } from '@countersign/contract';
import { type Draft, firstEventOf, newDraft } from './draft.ts';

/** `process`: runs stand under the process that took them up first. `session`: under their session. */
export type Grouping = 'process' | 'session';

/**
 * Puts each node under the one above it and says which are the roots, in the order of the log. A node whose parent is not known
 * is not lost: a turn gets a run, a call the session that it was made in, and a run is a root.
 */
export function linkDrafts(drafts: Map<string, Draft>, grouping: Grouping, rootId?: string): Draft[] {
  const ensure = (kind: EventNodeKind, id: string, chainId: string): Draft => {
    let draft = drafts.get(id);
    if (!draft) {
      draft = newDraft(kind, id, chainId);
      drafts.set(id, draft);
    }
    return draft;
  };
  const inOrder = (kind: EventNodeKind): Draft[] => [...drafts.values()].filter((draft) => draft.kind === kind);
  // From the leaves up: a parent that was made on the way is put in its place after it.
  for (const call of inOrder('tool_call')) hang(call, parentOfCall(call, drafts, ensure));
  for (const turn of inOrder('turn')) {
    const runId = turn.first?.parentId;
    if (runId && drafts.get(runId)?.kind !== 'turn') hang(turn, ensure('agent', runId, turn.chainId));
  }
  for (const run of inOrder('agent')) {
    const parent =
      grouping === 'session' ? ensure('session', run.chainId, run.chainId) : processOf(run, drafts, rootId);
    if (parent) hang(run, parent);
  }
  return sorted([...drafts.values()].filter(({ parent }) => parent === null));
}

function parentOfCall(
  call: Draft,
  drafts: ReadonlyMap<string, Draft>,
  ensure: (kind: EventNodeKind, id: string, chainId: string) => Draft,
): Draft {
  // Only the first entry says which turn asked; the later ones are about the call alone.
  const parentId = call.events.find(({ type }) => type === 'tool_call.submitted')?.parentId;
  const known = parentId === null || parentId === undefined ? undefined : drafts.get(parentId);
  if (known && (known.kind === 'turn' || known.kind === 'agent')) return known;
  if (parentId && parentId !== call.chainId) return ensure('turn', parentId, call.chainId);
  return ensure('session', call.chainId, call.chainId);
}

/** The first that took it up, or the one that is asked about: a run that another one went on with is in the tree once. */
function processOf(run: Draft, drafts: ReadonlyMap<string, Draft>, rootId: string | undefined): Draft | null {
  const processes = run.events.flatMap(({ parentId }) => (parentId === null ? [] : (drafts.get(parentId) ?? [])));
  const able = processes.filter(({ kind }) => kind === 'process');
  return able.find(({ id }) => id === rootId) ?? able[0] ?? null;
}

function hang(draft: Draft, parent: Draft): void {
  draft.parent = parent;
  parent.children.push(draft);
}

/**
 * In the order of the log. Calls of one turn are submitted together, in whatever order; their ids are in the order in which the
 * model asked for them.
 */
export function sorted(drafts: readonly Draft[]): Draft[] {
  if (drafts.every(({ kind }) => kind === 'tool_call')) return drafts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const placed = drafts.map((draft) => ({ draft, seq: firstEventOf(draft)?.seq ?? 0 }));
  placed.sort((a, b) => a.seq - b.seq);
  return placed.map(({ draft }) => draft);
}
