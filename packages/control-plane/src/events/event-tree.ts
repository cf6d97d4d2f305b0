import { type EventNode, isoTime } from '@countersign/contract';
import type { StoredEvent } from '../ports/records.ts';
import { eventView } from '../views/event-view.ts';
import { collectDrafts } from './collect-drafts.ts';
import { type Draft, firstEventOf } from './draft.ts';
import { treeLimits } from './limits.ts';
import { type Grouping, linkDrafts, sorted } from './link-drafts.ts';
import { type Descriptions, detailsOf, labelOf } from './node-facts.ts';
import { standingOf } from './node-status.ts';
import { waitedMs } from './waiting-time.ts';

export type TreeOptions = {
  readonly now: number;
  /** Shows this node and all below it alone; else all that there are. */
  readonly rootId?: string;
  /** Leaves out all other runs. */
  readonly runIds?: ReadonlySet<string>;
  readonly grouping?: Grouping;
  /** Levels to show; all where it is not given. */
  readonly depth?: number;
  readonly descriptions?: Descriptions;
};

/** W5: entries of the log, in order, as the tree that they make: process, agent, turn, tool call. */
export function eventTree(
  events: readonly StoredEvent[],
  options: TreeOptions,
): { readonly nodes: EventNode[]; readonly isCut: boolean } {
  const drafts = collectDrafts(events);
  const roots = linkDrafts(drafts, options.grouping ?? 'process', options.rootId);
  const root = options.rootId === undefined ? undefined : drafts.get(options.rootId);
  const shown = options.rootId === undefined ? roots.filter(isWorthShowing) : root ? [root] : [];
  const nodes: EventNode[] = [];
  const isWanted = (draft: Draft): boolean => draft.kind !== 'agent' || (options.runIds?.has(draft.id) ?? true);
  const show = (draft: Draft, parentId: string | null, depth: number): void => {
    if (nodes.length >= treeLimits.nodesMax) return;
    const children = sorted(draft.children.filter(isWanted));
    const isDeepest = options.depth !== undefined && depth + 1 >= options.depth;
    const node = nodeOf(draft, parentId, depth, isDeepest ? children.length : 0, options);
    if (node) nodes.push(node);
    if (!isDeepest) for (const child of children) show(child, draft.id, depth + 1);
  };
  for (const draft of shown.filter(isWanted)) show(draft, null, 0);
  return { nodes, isCut: nodes.length >= treeLimits.nodesMax };
}

/** A session whose calls all stand under runs says nothing that they do not say. */
function isWorthShowing({ kind, children }: Draft): boolean {
  return kind !== 'session' || children.length > 0;
}

function nodeOf(
  draft: Draft,
  parentId: string | null,
  depth: number,
  hiddenChildren: number,
  { now, descriptions = new Map() }: TreeOptions,
): EventNode | null {
  const first = firstEventOf(draft);
  if (!first) return null;
  const { status, endedAt } = standingOf(draft);
  return {
    id: draft.id,
    parent_id: parentId,
    depth,
    kind: draft.kind,
    label: labelOf(draft, descriptions),
    status,
    started_at: isoTime(first.at),
    ended_at: endedAt === null ? null : isoTime(endedAt),
    duration_ms: endedAt === null ? null : Math.max(0, endedAt - first.at),
    waited_ms: waitedMs(draft, now),
    details: detailsOf(draft),
    events: draft.events.map(eventView),
    hidden_children: hiddenChildren,
  };
}
