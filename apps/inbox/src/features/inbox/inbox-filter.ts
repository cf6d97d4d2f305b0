import type { ApprovalView, RiskLevel } from '@countersign/contract';

/** What is shown of the list. It lives in the address, so that a view can be kept, shared and come back to. */
export type InboxFilter = {
  readonly shown: 'waiting' | 'decided';
  readonly risk: RiskLevel | null;
  readonly tool: string | null;
  readonly agent: string | null;
  readonly session: string | null;
  readonly runner: string | null;
  readonly text: string;
};

const risks: ReadonlySet<string> = new Set(['LOW', 'MEDIUM', 'HIGH']);

export const facets = ['risk', 'tool', 'agent', 'session', 'runner'] as const;
export type Facet = (typeof facets)[number];

export function parseFilter(search: URLSearchParams): InboxFilter {
  const risk = search.get('risk');
  return {
    shown: search.get('shown') === 'decided' ? 'decided' : 'waiting',
    risk: risk !== null && risks.has(risk) ? (risk as RiskLevel) : null,
    tool: search.get('tool'),
    agent: search.get('agent'),
    session: search.get('session'),
    runner: search.get('runner'),
    text: search.get('q') ?? '',
  };
}

export function searchOf(filter: InboxFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (filter.shown === 'decided') search.set('shown', 'decided');
  for (const facet of facets) if (filter[facet] !== null) search.set(facet, filter[facet]);
  if (filter.text !== '') search.set('q', filter.text);
  return search;
}

export function isFiltered(filter: InboxFilter): boolean {
  return filter.text !== '' || facets.some((facet) => filter[facet] !== null);
}

/** Every word has to be somewhere in what the list shows, or in the arguments. */
export function filterApprovals(list: readonly ApprovalView[], filter: InboxFilter): readonly ApprovalView[] {
  if (!isFiltered(filter)) return list;
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return list.filter(
    (approval) =>
      facets.every((facet) => filter[facet] === null || valuesOf(approval, facet).includes(filter[facet])) &&
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
  }
}

function hasWords(approval: ApprovalView, words: readonly string[]): boolean {
  const { description, tool_name, agent, agent_note, tool_params, rule_id } = approval;
  const text = [description, tool_name, agent.name, agent_note, rule_id, JSON.stringify(tool_params)]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
