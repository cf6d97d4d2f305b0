import type { BacklogRecord } from '../ports/records.ts';
import { fine, type HealthFinding, notice, trouble } from './health-finding.ts';
import { healthLimits } from './limits.ts';
import { counted, named } from './say.ts';

export type RunnersPort = {
  /** Whether the server runs local tools itself and needs no runner for them. */
  readonly isServerRunningTools: boolean;
};

/** Calls that were approved and that nobody takes fail after a while: who approved them wonders why. */
export function checkRunners(
  backlog: readonly BacklogRecord[],
  now: number,
  { isServerRunningTools }: RunnersPort,
): HealthFinding {
  const runners = backlog.reduce((sum, project) => sum + project.runners, 0);
  const late = backlog.filter(
    ({ oldestUnclaimedAt }) => oldestUnclaimedAt !== null && now - oldestUnclaimedAt >= healthLimits.unclaimedForLongMs,
  );
  const deserted = backlog.filter((project) => project.unclaimed > 0 && project.runners === 0);
  if (deserted.length > 0) {
    const count = deserted.reduce((sum, { unclaimed }) => sum + unclaimed, 0);
    const calls = `${counted(count, 'approved call')} ${count === 1 ? 'waits' : 'wait'} and no runner is connected`;
    return trouble(`${calls} in ${named(deserted.map(nameOf))}. Start one where the files are: countersign runner.`);
  }
  if (late.length > 0)
    return notice(
      `Approved calls wait in ${named(late.map(nameOf))} though runners are connected. They may be for another machine, or all are busy.`,
    );
  if (runners > 0) return fine(`${counted(runners, 'runner')} ${runners === 1 ? 'is' : 'are'} connected.`);
  if (isServerRunningTools) return fine('None is connected; the server runs the local tools itself.');
  return notice(
    'None is connected, so that local tools cannot be run. Start one where the files are: countersign runner.',
  );
}

function nameOf({ projectName }: BacklogRecord): string {
  return projectName;
}
