import type { EventNode } from '@countersign/contract';

/** A node with those below it. */
export type Branch = { readonly node: EventNode; readonly children: readonly Branch[] };

export type Span = { readonly from: number; readonly to: number };

/** The tree from its list, in which each node comes before those below it. */
export function growTree(nodes: readonly EventNode[]): readonly Branch[] {
  type Growing = { readonly node: EventNode; readonly children: Growing[] };
  const byId = new Map<string, Growing>();
  const roots: Growing[] = [];
  for (const node of nodes) {
    const branch: Growing = { node, children: [] };
    byId.set(node.id, branch);
    const parent = node.parent_id === null ? undefined : byId.get(node.parent_id);
    (parent?.children ?? roots).push(branch);
  }
  return roots;
}

/** What a page about one session shows at the top: what is in the session, not the session itself. */
export function withoutSession(roots: readonly Branch[]): readonly Branch[] {
  return roots.flatMap((branch) => (branch.node.kind === 'session' ? branch.children : [branch]));
}

export function spanOf({ started_at: startedAt, ended_at: endedAt }: EventNode, now: number): Span {
  const from = Date.parse(startedAt);
  return { from, to: Math.max(from, endedAt === null ? now : Date.parse(endedAt)) };
}

/** The time from the first beginning to the last end: the axis that bars share. */
export function axisOf(branches: readonly Branch[], now: number): Span {
  const spans = branches.map(({ node }) => spanOf(node, now));
  if (spans.length === 0) return { from: now, to: now };
  return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
}

/** When a person was waited for: of a call by its entries, of what is above it by those below. */
export function waitsOf({ node, children }: Branch, now: number): Span[] {
  if (node.kind !== 'tool_call') return children.flatMap((child) => waitsOf(child, now));
  const waits: Span[] = [];
  let from: number | null = null;
  for (const { type, at } of node.events) {
    if (type === 'approval.requested') from = Date.parse(at);
    else if (type.startsWith('approval.') && from !== null) {
      waits.push({ from, to: Date.parse(at) });
      from = null;
    }
  }
  if (from !== null) waits.push({ from, to: Math.max(from, now) });
  return waits;
}

/** Where a span lies on an axis, in percent. What is short stays visible. */
export function placeOn(axis: Span, { from, to }: Span): { readonly left: string; readonly width: string } {
  const length = Math.max(1, axis.to - axis.from);
  const left = Math.min(100, Math.max(0, ((from - axis.from) / length) * 100));
  return { left: `${left}%`, width: `${Math.min(100 - left, ((to - from) / length) * 100)}%` };
}

/** Ids of all that are above a node, so that they can be unfolded. */
export function idsAbove(nodes: readonly EventNode[], id: string): readonly string[] {
  const parents = new Map(nodes.map((node) => [node.id, node.parent_id]));
  const above: string[] = [];
  for (let at = parents.get(id) ?? null; at !== null; at = parents.get(at) ?? null) above.push(at);
  return above;
}

/** What let a call through, or kept it back. */
export type Ground =
  | { readonly kind: 'rule'; readonly ruleId: string }
  | { readonly kind: 'grant'; readonly grantId: string }
  | { readonly kind: 'person'; readonly name: string };

export function groundOf({ details, events }: EventNode): Ground | null {
  if (typeof details.decided_by === 'string') return { kind: 'person', name: details.decided_by };
  const approved = events.findLast(({ type }) => type === 'tool_call.approved' || type === 'tool_call.rejected');
  const { grant_id: grantId, rule_id: ruleId } = approved?.data ?? {};
  if (typeof grantId === 'string') return { kind: 'grant', grantId };
  return typeof ruleId === 'string' ? { kind: 'rule', ruleId } : null;
}

/** 850 ms, 12 s, 1 min 5 s: what a duration is read as at a glance. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}
