import type { ApprovalView } from '@countersign/contract';
import { type Armed, approvalText } from './approval-text.ts';
import { type Button, type Content, contentOf } from './rich-text.ts';

/**
 * What a button of a request asks for. `arm` and `arm_class` stand on requests of HIGH risk: they only bring the button
 * that approves, for a minute.
 */
export type Verb = 'approve' | 'approve_class' | 'arm' | 'arm_class' | 'reject' | 'reject_reply' | 'back';

export type ButtonIds = (verb: Verb) => string;

/** The message about a pending request: its text, and only those buttons that may be pressed for it. */
export function approvalContent(
  approval: ApprovalView,
  armed: Armed | null,
  idOf: ButtonIds,
  pageUrl: string | null,
): Content {
  const { pieces, isWhole, classOffer } = approvalText(approval, armed);
  const button = (label: string, verb: Verb): Button => ({ label, press: idOf(verb) });
  if (armed && isWhole) {
    const label = armed.verb === 'approve' ? '‼️ Confirm: approve' : '‼️ Confirm: approve class';
    return contentOf(pieces, [[button(label, armed.verb)], [button('Back', 'back'), button('Reject', 'reject')]]);
  }
  const isHigh = approval.risk_level === 'HIGH';
  const approving = [
    button('Approve once', isHigh ? 'arm' : 'approve'),
    ...(classOffer === null ? [] : [button('Approve class', isHigh ? 'arm_class' : 'approve_class')]),
  ];
  return contentOf(pieces, [
    ...(isWhole ? [approving] : []),
    [button('Reject', 'reject'), button('Reject with a reply', 'reject_reply')],
    ...(pageUrl === null ? [] : [[{ label: 'Open in browser', url: `${pageUrl}/a/${approval.approval_id}` }]]),
  ]);
}
