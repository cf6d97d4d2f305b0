import type { figures as english } from '../en/figures.ts';
import type { Translated } from '../texts.ts';

export const figures: Translated<typeof english> = {
  intro: '被询问得太频繁，人就不再细读。这里显示询问有多频繁、人们如何回答，以及怎样改善。',
  period: '时间段',
  lastDays: (days) => (days === 1 ? '24 小时' : `${days} 天`),
  empty: (days) => (days === 1 ? '24 小时内没有任何请求' : `${days} 天内没有任何请求`),
  emptyText: '代理提出请求后，这里会显示人们多久被打扰一次，以及由哪些规则引起。',
  incomplete: '调用数量超过统计范围：这里是最新的部分。',

  perHour: '每小时请求',
  askedInAll: (count) => `共 ${count} 个请求`,
  busiest: (count, hour) => `最多 ${count} 个，在 ${hour} 起的一小时`,
  approvedShare: '批准率',
  ofDecided: (approved, rejected, expired, open) =>
    [`批准 ${approved}，拒绝 ${rejected}`, expired > 0 ? `过期 ${expired}` : '', open > 0 ? `未决定 ${open}` : '']
      .filter(Boolean)
      .join('，'),
  timeToDecide: '决定用时',
  timeToDecideText: '一半的决定比这更快。',
  seconds: (seconds) =>
    seconds < 10
      ? `${Math.round(seconds * 10) / 10} 秒`
      : seconds < 120
        ? `${Math.round(seconds)} 秒`
        : seconds < 7200
          ? `${Math.round(seconds / 60)} 分`
          : `${Math.round(seconds / 3600)} 小时`,
  hasty: '快到来不及阅读',
  hastyText: (approved) => `占 ${approved} 次批准`,
  howCounted: '如何计算',
  hastyCounted: (characters) => `如果批准早于快速阅读者（每秒 ${characters} 个字符）读完所示内容所需的时间，就计入。`,
  unasked: '未询问任何人',
  unaskedText: (byRule, byGrant, denied) =>
    `因规则或低风险允许 ${byRule} 次，因已记住的决定允许 ${byGrant} 次。禁止 ${denied} 次。`,

  overTime: '请求随时间变化',
  overTimeText: '何时询问了人，结果如何。',
  chartLabel: (asked, stretches) => `柱状图：${stretches} 个时间段内共 ${asked} 个请求。下方表格有具体数字。`,
  kind: { approved: '已批准', rejected: '已拒绝', open: '未决定' },
  asTable: '以表格显示',
  column: {
    time: '起始',
    rule: '规则',
    asked: '询问',
    approved: '批准',
    rejected: '拒绝',
    hasty: '过快',
    median: '用时',
    proposal: '建议',
  },

  asking: '询问最多的规则',
  askingText: '以及如何让它们少问，或得到更认真的回答。',
  proposal: {
    allow: (what) => `“${what}”几乎每次都被批准。可以用规则表达，不必再询问。`,
    deny: (what) => `“${what}”从未被批准。规则可以直接拒绝。`,
    remember: (what) => `“${what}”在同一会话中反复询问。卡片上的“批准更多…”可在会话内一并回答，规则则长期有效。`,
    unanswered: (_what, { expired, asked }) =>
      `${asked} 个请求中有 ${expired} 个无人回答而过期。请让人收到通知，或给更多时间。`,
    read: (_what, { hasty, approved }) =>
      `${approved} 次批准中有 ${hasty} 次快到来不及阅读。规则可以按 HIGH 风险询问，需按住才能批准。`,
    keep: (_what, { approved, rejected }) => `询问恰当：人们既批准（${approved}）也拒绝（${rejected}）。`,
  },
  wayTo: {
    allow: '制定规则',
    deny: '制定规则',
    remember: '制定规则',
    unanswered: '前往设置',
    read: '制定规则',
    keep: '',
  },
};
