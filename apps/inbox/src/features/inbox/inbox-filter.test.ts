import type { ApprovalView } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { choicesIn, filterApprovals, isFiltered, parseFilter, searchOf, withoutChoices } from './inbox-filter.ts';

const askedAtMs = Date.parse('2026-11-16T10:00:00.000Z');
const nowMs = askedAtMs + 2 * 3_600_000;
const waiting = {
  approval_id: '1',
  description: 'npm test',
  tool_name: 'execute_command',
  tool_params: { command: 'npm', args: ['test'] },
  agent: { agent_id: 'a', name: 'builder' },
  agent_note: 'Checking my Change',
  rule_id: 'builtin.command.known',
  risk_level: 'MEDIUM',
  session_id: 's',
  runs_on: [{ name: 'laptop', machine: 'm', sandbox: 'bubblewrap' }],
  requested_at: new Date(askedAtMs).toISOString(),
  status: 'pending',
  decision: null,
} as unknown as ApprovalView;
const decided = {
  ...waiting,
  runs_on: [],
  status: 'rejected',
  decision: { decided_by: { user_id: 'u', name: 'Olga' } },
} as unknown as ApprovalView;
const filterOf = (query: string) => parseFilter(new URLSearchParams(query));

describe('the filter of the inbox', () => {
  it.each([
    '',
    'risk=HIGH&tool=bash&agent=b&session=s&runner=r&within=day&q=two+words',
    'shown=decided&status=approved&user=Olga&risk=LOW&within=week',
  ])('is written to an address and read back from it: "%s"', (address) => {
    expect(searchOf(filterOf(address)).toString()).toBe(address);
  });

  it('takes nothing that there is not', () => {
    const filter = filterOf('risk=NONE&within=year&status=pending');
    expect(filter).toMatchObject({ risk: null, within: null, status: null });
    expect(isFiltered(filter)).toBe(false);
    expect(isFiltered(filterOf('shown=decided'))).toBe(false);
  });

  it('leaves behind what the other list cannot be chosen by', () => {
    const filter = filterOf('shown=decided&status=approved&user=Olga&risk=LOW');
    expect(choicesIn(filter)).toBe(3);
    expect(searchOf({ ...filter, shown: 'waiting' }).toString()).toBe('risk=LOW');
    expect(searchOf(withoutChoices(filter)).toString()).toBe('shown=decided');
  });

  it.each([
    ['', 1],
    ['risk=MEDIUM&tool=execute_command&agent=builder&session=s&runner=laptop', 1],
    ['risk=HIGH', 0],
    ['runner=other', 0],
    ['within=hour', 0],
    ['within=day', 1],
    ['q=TEST+change', 1],
    ['q=test+absent', 0],
  ])('shows of what waits for "%s" so many: %i', (query, count) => {
    expect(filterApprovals([waiting], filterOf(query), nowMs)).toHaveLength(count);
  });

  it.each([
    ['status=rejected&user=Olga', 1],
    ['status=approved', 0],
    ['user=Mia', 0],
  ])('shows of what was decided for "%s" so many: %i', (query, count) => {
    expect(filterApprovals([decided], filterOf(`shown=decided&${query}`), nowMs)).toHaveLength(count);
  });
});
