import type { RuleView } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { rulesShown } from './find-rules.ts';

const rule = (rule_id: string, hits: number, last_hit_at: string | null, text: string | null = null): RuleView => ({
  rule_id,
  source: text === null ? 'builtin' : 'file',
  outcome: 'ask',
  reason: `Because of ${rule_id}.`,
  text,
  line: null,
  hits,
  last_hit_at,
});
const rules = [
  rule('writes', 3, '2026-01-02T00:00:00Z', 'match: { path: src/** }'),
  rule('never', 0, null),
  rule('network', 9, '2026-01-01T00:00:00Z'),
];
const ids = (found: readonly RuleView[]): string[] => found.map(({ rule_id }) => rule_id);

describe('the rules that are shown', () => {
  it('are all of them in the order of the server, unless someone asks for less or otherwise', () => {
    expect(ids(rulesShown(rules, ' ', 'file'))).toEqual(['writes', 'never', 'network']);
    expect(ids(rulesShown(rules, '', 'hits'))).toEqual(['network', 'writes', 'never']);
    expect(ids(rulesShown(rules, '', 'last'))).toEqual(['writes', 'network', 'never']);
  });

  it('have every word that was searched for, in whatever is shown of them', () => {
    expect(ids(rulesShown(rules, 'BECAUSE ne', 'file'))).toEqual(['never', 'network']);
    expect(ids(rulesShown(rules, 'src/ file', 'file'))).toEqual(['writes']);
    expect(ids(rulesShown(rules, 'src/ builtin', 'file'))).toEqual([]);
  });
});
