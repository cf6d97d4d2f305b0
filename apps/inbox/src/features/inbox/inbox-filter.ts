import type { ApprovalView, RiskLevel } from '@countersign/contract';
import { type DecidedStatus, decidedStatuses } from '../approvals/recent-approvals.ts';

/** What is shown of the list. It lives in the address, so that a view can be kept, shared and come back to. */
export type InboxFilter = {
  readonly shown: 'waiting' | 'decided';
  readonly risk: RiskLevel | null;
  readonly tool: string | null;
  readonly agent: string | null;
  readonly session: string | null;
  readonly runner: string | null;
  readonly status: DecidedStatus | null;
  readonly user: string | null;
  readonly within: Span | null;
  readonly text: string;
};

export type Facet = 'risk' | 'tool' | 'agent' | 'session' | 'runner' | 'status' | 'user';

/** What there is to choose by: where something runs is known while it waits, who decided once it was. */
export const facetsOf: Readonly<Record<InboxFilter['shown'], readonly Facet[]>> = {
  waiting: ['risk', 'tool', 'agent', 'session', 'runner'],
  decided: ['status', 'user', 'risk', 'tool', 'agent', 'session'],
};

/** How long ago it was asked for, at most. */
const spansMs = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
export type Span = keyof typeof spansMs;
export const spans = Object.keys(spansMs) as readonly Span[];

const risks: readonly RiskLevel[] = ['LOW', 'MEDIUM', 'HIGH'];

export function parseFilter(search: URLSearchParams): InboxFilter {
  return {
    shown: search.get('shown') === 'decided' ? 'decided' : 'waiting',
    risk: oneOf(risks, search.get('risk')),
    tool: search.get('tool'),
    agent: search.get('agent'),
    session: search.get('session'),
    runner: search.get('runner'),
    status: oneOf(decidedStatuses, search.get('status')),
    user: search.get('user'),
    within: oneOf(spans, search.get('within')),
    text: search.get('q') ?? '',
  };
}

export function searchOf(filter: InboxFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (filter.shown === 'decided') search.set('shown', 'decided');
  for (const facet of facetsOf[filter.shown]) if (filter[facet] !== null) search.set(facet, filter[facet]);
  if (filter.within !== null) search.set('within', filter.within);
  if (filter.text !== '') search.set('q', filter.text);
  return search;
}

/** How many things the list is narrowed by, beside the text that is searched for. */
export function choicesIn(filter: InboxFilter): number {
  const chosen = facetsOf[filter.shown].filter((facet) => filter[facet] !== null).length;
  return chosen + (filter.within === null ? 0 : 1);
}

export function isFiltered(filter: InboxFilter): boolean {
  return filter.text !== '' || choicesIn(filter) > 0;
}

export function withoutChoices({ shown }: InboxFilter): InboxFilter {
  return parseFilter(new URLSearchParams({ shown }));
}

/** Every word has to be somewhere in what the list shows, or in the arguments. */
export function filterApprovals(
  list: readonly ApprovalView[],
  filter: InboxFilter,
  nowMs: number,
): readonly ApprovalView[] {
  if (!isFiltered(filter)) return list;
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const facets = facetsOf[filter.shown];
  const sinceMs = filter.within === null ? Number.NEGATIVE_INFINITY : nowMs - spansMs[filter.within];
  return list.filter(
    (approval) =>
      facets.every((facet) => filter[facet] === null || valuesOf(approval, facet).includes(filter[facet])) &&
      Date.parse(approval.requested_at) >= sinceMs &&
      (words.length === 0 || hasWords(approval, words)),
  );
}

/** What an approval can be found by, of one kind. */
export function valuesOf(approval: ApprovalView, facet: Facet): readonly string[] {
  switch (facet) {
    case 'risk':
      return [approval.risk_level];
    case 'tool':
      return [approval.tool_name];
    case 'agent':
      return [approval.agent.name];
    case 'session':
      return [approval.session_id];
    case 'runner':
      return approval.runs_on.map(({ name }) => name);
    case 'status':
      return [approval.status];
    case 'user':
      return approval.decision === null ? [] : [approval.decision.decided_by.name];
  }
}

function hasWords(approval: ApprovalView, words: readonly string[]): boolean {
  const text = textOf(approval);
  return words.every((word) => text.includes(word));
}

/** What is searched, made once for each: arguments can be long, and every letter that is typed searches all of them. */
const texts = new WeakMap<ApprovalView, string>();

function textOf(approval: ApprovalView): string {
  const known = texts.get(approval);
  if (known !== undefined) return known;
  const { description, tool_name, agent, agent_note, tool_params, rule_id } = approval;
  const text = [description, tool_name, agent.name, agent_note, rule_id, JSON.stringify(tool_params)]
    .join('\n')
    .toLowerCase();
  texts.set(approval, text);
  return text;
}

function oneOf<Value extends string>(values: readonly Value[], given: string | null): Value | null {
  return values.find((value) => value === given) ?? null;
}
