import type { BacklogRecord } from '../ports/records.ts';
import { fine, type HealthFinding, notice } from './health-finding.ts';
import { healthLimits } from './limits.ts';
import { counted, named, spanText } from './say.ts';

/** Whether anybody is there to answer. Which requests they are is for the members of the projects. */
export function checkApprovals(backlog: readonly BacklogRecord[], now: number): HealthFinding {
  const waiting = backlog.filter(({ pending }) => pending > 0);
  if (waiting.length === 0) return fine('Nothing waits for a person.');
  const count = waiting.reduce((sum, { pending }) => sum + pending, 0);
  const oldestMs = now - Math.min(...waiting.map(({ oldestPendingAt }) => oldestPendingAt ?? now));
  const said = `${counted(count, 'request')} ${count === 1 ? 'waits' : 'wait'} for a person, the oldest for ${spanText(oldestMs)}`;
  if (oldestMs < healthLimits.pendingForLongMs) return fine(`${said}.`);
  const projects = named(waiting.map(({ projectName }) => projectName));
  return notice(`${said}, in ${projects}. See that somebody there is told of them, or let a rule decide.`);
}
