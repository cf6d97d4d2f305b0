import { type FiguresView, limits, type ProposalKind } from '@countersign/contract';
import { command } from '../command.ts';
import { countOption } from '../count-option.ts';
import { printable } from '../render/printable.ts';
import type { Style } from '../render/style.ts';
import { renderFields, renderTable } from '../render/table.ts';

const advice: Readonly<Record<ProposalKind, string>> = {
  allow: 'always approved: a rule can allow it',
  deny: 'never approved: a rule can deny it',
  remember: 'asked again and again: approve a class',
  unanswered: 'nobody answers in time',
  read: 'approved faster than one can read',
  keep: 'asks as it should',
};

export const habits = command<{ days?: string }>({
  summary: 'How much people are asked, and what they make of it',
  details:
    'Counted from the record. An approval is hasty if it came sooner than what was shown can be read. Each rule that asks comes with\na proposal; rules are made on the page, or in the policy file.',
  options: [{ flags: '--days <count>', description: 'days to look back (default: 7)' }],
  examples: [
    ['habits', 'the last week'],
    ['habits --days 30 --json', 'a month, for a program'],
  ],
  async run({ client, projectId, print, style }, _, { days: given }) {
    const days = countOption('--days', given, limits.figureDaysMax);
    const figures = await client().figures(await projectId(), days === undefined ? {} : { days });
    print(figures, () => renderHabits(figures, style));
  },
});

function renderHabits(figures: FiguresView, style: Style): string {
  const { asked, approved, rejected, expired, hasty, median_seconds: median, per_hour, unasked, rules } = figures;
  const nobodyAsked = unasked.allowed_by_rule + unasked.allowed_by_grant;
  if (asked === 0) return `Nobody was asked anything. ${nobodyAsked} calls ran by rule or remembered decision.\n`;
  const fields = [
    ['asked', `${asked} (${per_hour.toFixed(1)} an hour, over the hours in which anything was asked)`],
    ['answered', `${approved} approved, ${rejected} rejected, ${expired} expired`],
    ['time to decide', median === null ? 'nobody decided' : `${median.toFixed(1)} s (median)`],
    ['hasty', `${hasty} of ${approved} approvals came sooner than one can read`],
    ['nobody asked', `${unasked.allowed_by_rule} by rule, ${unasked.allowed_by_grant} by remembered decision`],
  ] as const;
  const rows = rules.map((rule) => [
    printable(rule.rule_id),
    String(rule.asked),
    String(rule.approved),
    [advice[rule.proposal.kind], rule.proposal.what === null ? '' : ` (${printable(rule.proposal.what)})`].join(''),
  ]);
  return `${renderFields(fields, style)}\n${renderTable(['RULE', 'ASKED', 'APPROVED', 'PROPOSAL'], rows, style)}`;
}
