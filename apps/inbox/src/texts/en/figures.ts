type Counts = {
  readonly asked: number;
  readonly approved: number;
  readonly rejected: number;
  readonly expired: number;
  readonly hasty: number;
};

const requests = (count: number): string => (count === 1 ? '1 request' : `${count} requests`);

export const figures = {
  intro:
    'Whoever is asked too often stops reading. How much people are asked here, how they answer, and what would help.',
  period: 'Period',
  lastDays: (days: number) => (days === 1 ? '24 hours' : `${days} days`),
  empty: (days: number) => (days === 1 ? 'Nothing was asked for in 24 hours' : `Nothing was asked for in ${days} days`),
  emptyText: 'Once agents ask for something, this page shows how often people are disturbed, and by which rules.',
  incomplete: 'There were more calls than are counted here: these are the newest.',

  perHour: 'Requests an hour',
  askedInAll: (count: number) => `${requests(count)} in all`,
  busiest: (count: number, hour: string) => `At most ${count}, in the hour of ${hour}`,
  approvedShare: 'Approved',
  ofDecided: (approved: number, rejected: number, expired: number, open: number) =>
    [
      `${approved} approved, ${rejected} rejected`,
      expired > 0 ? `${expired} ran out` : '',
      open > 0 ? `${open} without a decision` : '',
    ]
      .filter(Boolean)
      .join(', '),
  timeToDecide: 'Time to decide',
  timeToDecideText: 'Half of the decisions came sooner.',
  seconds: (seconds: number) =>
    seconds < 10
      ? `${Math.round(seconds * 10) / 10} s`
      : seconds < 120
        ? `${Math.round(seconds)} s`
        : seconds < 7200
          ? `${Math.round(seconds / 60)} min`
          : `${Math.round(seconds / 3600)} h`,
  hasty: 'Faster than one can read',
  hastyText: (approved: number) => `of ${approved} that were approved`,
  howCounted: 'How this is counted',
  hastyCounted: (characters: number) =>
    `An approval counts when it came sooner than a quick reader, who takes in ${characters} characters a second, can have read what was shown.`,
  unasked: 'Nobody was asked',
  unaskedText: (byRule: number, byGrant: number, denied: number) =>
    `${byRule} allowed by a rule or their low risk, ${byGrant} by a remembered decision. ${denied} denied.`,

  overTime: 'Requests over time',
  overTimeText: 'When people were asked, and what became of it.',
  chartLabel: (asked: number, stretches: number) =>
    `Bars: ${requests(asked)} over ${stretches} stretches of time. The table below has the numbers.`,
  kind: { approved: 'approved', rejected: 'rejected', open: 'not decided' },
  asTable: 'As a table',
  column: {
    time: 'From',
    rule: 'Rule',
    asked: 'Asked',
    approved: 'Approved',
    rejected: 'Rejected',
    hasty: 'Too fast',
    median: 'Time',
    proposal: 'Proposal',
  },

  asking: 'Rules that ask most',
  askingText: 'Each with what would make it ask less, or be answered better.',
  proposal: {
    allow: (what: string) => `“${what}” is approved nearly every time. A rule can say so, and nobody need be asked.`,
    deny: (what: string) => `“${what}” was never approved. A rule can say no at once.`,
    remember: (what: string) =>
      `“${what}” is asked about again and again in one session. “Approve more…” on the card answers for the rest of it, a rule for good.`,
    unanswered: (_what: string, { expired, asked }: Counts) =>
      `${expired} of ${asked} ran out without an answer. Let somebody hear of them, or give them more time.`,
    read: (_what: string, { hasty, approved }: Counts) =>
      `${hasty} of ${approved} approvals came too fast to have been read. A rule can ask with HIGH risk, which takes a held press.`,
    keep: (_what: string, { approved, rejected }: Counts) =>
      `It asks as it should: people say yes (${approved}) and no (${rejected}).`,
  },
  wayTo: {
    allow: 'Make a rule',
    deny: 'Make a rule',
    remember: 'Make a rule',
    unanswered: 'To the settings',
    read: 'Make a rule',
    keep: '',
  },
};
