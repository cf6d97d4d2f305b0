import type { Store } from '../ports/store.ts';
import { fine, type HealthFinding, trouble } from './health-finding.ts';
import { healthLimits } from './limits.ts';
import { counted } from './say.ts';

/** Runs that could go on, and that no process has taken up. */
export async function checkRuns(
  store: Pick<Store, 'listActiveRuns' | 'listRunnable'>,
  now: number,
): Promise<HealthFinding> {
  const max = healthLimits.runsLookedAtMax;
  const [active, idle] = await Promise.all([
    store.listActiveRuns(max),
    store.listRunnable(now - healthLimits.runIdleMs, max),
  ]);
  if (idle.length > 0) {
    const runs = `${counted(idle.length, 'run')} could go on and ${idle.length === 1 ? 'is' : 'are'} worked on by nobody`;
    return trouble(
      `${runs}. Start a server with the role "all" or "worker", or look into the log of the one there is.`,
    );
  }
  if (active.length === 0) return fine('None is under way.');
  const runs = active.length === max ? `${max} runs or more` : counted(active.length, 'run');
  const paused = active.filter(({ status }) => status === 'paused').length;
  return fine(`${runs} under way${paused > 0 ? `, ${paused} of them paused` : ''}.`);
}
