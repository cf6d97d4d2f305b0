import type { RuleView } from '@countersign/contract';

export const orders = ['file', 'hits', 'last'] as const;
export type RuleOrder = (typeof orders)[number];

/** Rules that have every word somewhere in what is shown of them, in the order that was chosen. */
export function rulesShown(rules: readonly RuleView[], words: string, order: RuleOrder): readonly RuleView[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rules.filter(({ rule_id, reason, text, outcome, source }) => {
    const all = [rule_id, reason, text, outcome, source].join('\n').toLowerCase();
    return wanted.every((word) => all.includes(word));
  });
  if (order === 'hits') return found.toSorted((a, b) => b.hits - a.hits);
  if (order === 'last') return found.toSorted((a, b) => (b.last_hit_at ?? '').localeCompare(a.last_hit_at ?? ''));
  return found;
}
