import type { EventNode, EventTree } from '@countersign/contract';
import { printable } from './printable.ts';
import { timeText } from './run-lines.ts';
import type { Style } from './style.ts';

const goodStatuses: ReadonlySet<string> = new Set(['completed', 'approved', 'started', 'running']);
const badStatuses: ReadonlySet<string> = new Set([
  ...['failed', 'rejected', 'timeout', 'timed_out', 'cancelled', 'unknown', 'lost', 'crashed', 'crash_looped'],
]);

/** W5: the log as `tree` prints folders: what each thing is, how it stands, how long it took, and for how long people were waited for. */
export function renderTree({ nodes, is_cut: isCut }: EventTree, style: Style): string {
  if (nodes.length === 0) return 'Nothing has happened yet.\n';
  const lines = treeLines(nodes, style);
  return `${lines.join('\n')}\n${isCut ? style.faint('There is more: add --limit, or --id for one of them.\n') : ''}`;
}

/** One line for each node, and one for what is hidden below it. */
export function treeLines(nodes: readonly EventNode[], style: Style): string[] {
  const lines: string[] = [];
  const draw = ({ children, ...node }: NestedNode, head: string, body: string): void => {
    lines.push(`${style.faint(head)}${renderNode(node, style)}`);
    const hidden = node.hidden_children;
    children.forEach((child, index) => {
      const isLast = index === children.length - 1 && hidden === 0;
      draw(child, `${body}${isLast ? '└── ' : '├── '}`, `${body}${isLast ? '    ' : '│   '}`);
    });
    if (hidden > 0) lines.push(style.faint(`${body}└── ${hidden} more below`));
  };
  for (const root of nestNodes(nodes)) draw(root, '', '');
  return lines;
}

/** `turn 2  completed  1.2 s (waited 1 s for people)  1,204 tokens  019a3c5e…`. */
export function renderNode(node: Omit<EventNode, 'events'>, style: Style): string {
  const paint = goodStatuses.has(node.status) ? style.good : badStatuses.has(node.status) ? style.bad : style.warning;
  const waited = node.waited_ms > 0 ? ` (waited ${timeText(node.waited_ms)} for people)` : '';
  const parts = [
    `${kindText(node)}${printable(node.label)}`,
    paint(printable(node.status)),
    ...(node.duration_ms === null ? [] : [`${timeText(node.duration_ms)}${waited}`]),
    ...tokensText(node),
    ...decisionText(node),
    style.faint(printable(node.id)),
  ];
  return parts.join('  ');
}

function kindText({ kind, details }: Pick<EventNode, 'kind' | 'details'>): string {
  if (kind === 'turn') return '';
  const { risk_level: risk } = details as { risk_level?: unknown };
  return kind === 'tool_call' ? `call ${typeof risk === 'string' ? `${printable(risk)} ` : ''}` : `${kind} `;
}

function tokensText({ details }: Pick<EventNode, 'details'>): string[] {
  const { input_tokens: input, output_tokens: output } = details as Record<string, unknown>;
  const total = Number(input ?? 0) + Number(output ?? 0);
  return total > 0 ? [`${total.toLocaleString('en-US')} tokens`] : [];
}

function decisionText({ details }: Pick<EventNode, 'details'>): string[] {
  const { decision, decided_by: by, feedback } = details as Record<string, unknown>;
  if (typeof decision !== 'string' || typeof by !== 'string') return [];
  const verbs: Readonly<Record<string, string>> = { approve: 'approved', reject: 'rejected', edit: 'changed' };
  const why = typeof feedback === 'string' ? `: ${printable(feedback)}` : '';
  return [`${verbs[decision] ?? printable(decision)} by ${printable(by)}${why}`];
}

export type NestedNode = EventNode & { readonly children: readonly NestedNode[] };

/** The same nodes inside each other. One whose parent is not among them is a root. */
export function nestNodes(nodes: readonly EventNode[]): NestedNode[] {
  const roots: NestedNode[] = [];
  const childrenOf = new Map<string, NestedNode[]>();
  for (const node of nodes) {
    const children: NestedNode[] = [];
    childrenOf.set(node.id, children);
    const siblings = (node.parent_id === null ? undefined : childrenOf.get(node.parent_id)) ?? roots;
    siblings.push({ ...node, children });
  }
  return roots;
}
