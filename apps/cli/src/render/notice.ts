import type { Notice } from '../watch/follow-approvals.ts';
import { durationText, relativeText } from './duration.ts';
import { printable } from './printable.ts';
import type { Style } from './style.ts';

/** What a watcher is told, as one line; null for what a person need not hear of. */
export function renderNotice(notice: Notice, style: Style, nowMs: number): string | null {
  switch (notice.kind) {
    case 'requested': {
      const { approval } = notice;
      const deadline = approval.deadline_at === null ? '' : `, times out ${relativeText(approval.deadline_at, nowMs)}`;
      const who = `${printable(approval.agent.name)} asks: ${printable(approval.display.title)}`;
      return `${style.strong('?')} ${style.risk(approval.risk_level)}  ${who}${deadline}\n    ${style.faint(`countersign approvals show ${approval.approval_id}`)}\n`;
    }
    case 'resolved': {
      const { status, decision, decided_by, feedback, approval_id } = notice.resolution;
      const mark = status === 'approved' ? style.good('+') : style.bad('-');
      const how = decision === 'edit' ? 'approved with changed arguments' : status;
      const who = decided_by === null ? '' : ` by ${printable(decided_by)}`;
      return `${mark} ${how}${who}${feedback === null ? '' : `: ${printable(feedback)}`}  ${style.faint(approval_id)}\n`;
    }
    case 'disconnected':
      return style.warning(`! the connection is lost; trying again in ${durationText(notice.retryInMs)}\n`);
    case 'connected':
      return null;
  }
}
