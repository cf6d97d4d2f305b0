import type { ApprovalView } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { filterApprovals, isFiltered, parseFilter, searchOf } from './inbox-filter.ts';

const approval = {
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
} as unknown as ApprovalView;
const found = (query: string): number => filterApprovals([approval], parseFilter(new URLSearchParams(query))).length;

describe('the filter of the inbox', () => {
  it('is written to an address and read back from it', () => {
    const address = 'shown=decided&risk=HIGH&tool=bash&agent=b&session=s&runner=r&q=two+words';
    expect(searchOf(parseFilter(new URLSearchParams(address))).toString()).toBe(address);
    expect(searchOf(parseFilter(new URLSearchParams(''))).toString()).toBe('');
  });

  it('takes no risk that there is not', () => {
    expect(parseFilter(new URLSearchParams('risk=NONE')).risk).toBeNull();
    expect(isFiltered(parseFilter(new URLSearchParams('shown=decided')))).toBe(false);
  });

  it.each([
    ['', 1],
    ['risk=MEDIUM&tool=execute_command&agent=builder&session=s&runner=laptop', 1],
    ['risk=HIGH', 0],
    ['runner=other', 0],
    ['q=TEST+change', 1],
    ['q=test+absent', 0],
  ])('shows for "%s" so many: %i', (query, count) => {
    expect(found(query)).toBe(count);
  });
});
