import type { ApprovalView } from '@countersign/contract';
import { cutText } from '@countersign/policy';
import { limits } from '../limits.ts';
import { actionText } from './action-text.ts';
import { bold, type Content, code, contentOf, plain, pre, shownByServer, shownName, shownText } from './rich-text.ts';
import { timeText } from './time-text.ts';

/** W6, A7: how it ended, by whom and when, above what it was about. No buttons. */
export function resolvedContent(approval: ApprovalView): Content {
  const { tool_name, display, decision } = approval;
  const action = actionText(display);
  const shown = cutText(action, limits.resolvedActionLengthMax);
  return contentOf([
    bold(resolutionLine(approval)),
    ...(decision?.feedback
      ? [plain('\nFeedback: '), code(cutText(shownText(decision.feedback), limits.resolvedActionLengthMax))]
      : []),
    ...(decision?.grant_id ? [plain('\nCalls of its class are approved from now on in this session.')] : []),
    plain(`\n\n${shownName(tool_name)}: `),
    code(cutText(shownByServer(display.title), limits.offerLengthMax)),
    plain('\n'),
    pre(shown),
    ...(shown.length < action.length ? [plain('\n(cut)')] : []),
  ]);
}

function resolutionLine({ status, decision }: ApprovalView): string {
  if (decision) {
    const verbs = { approve: '✅ Approved', reject: '❌ Rejected', edit: '✏️ Approved with other arguments' } as const;
    return `${verbs[decision.decision]} by ${shownName(decision.decided_by.name)}, ${timeText(decision.decided_at)}`;
  }
  switch (status) {
    case 'expired':
      return '⌛ Nobody decided in time';
    case 'cancelled':
      return '🚫 Withdrawn: nobody needs to decide any more';
    case 'approved':
      return '✅ Approved';
    case 'rejected':
      return '❌ Rejected';
    case 'pending':
      return 'It still waits for a decision';
  }
}
