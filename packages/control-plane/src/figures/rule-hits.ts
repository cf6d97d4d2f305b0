import type { ProjectId } from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';
import { figureLimits } from './limits.ts';

export type RuleHits = {
  /** Calls that were looked at. */
  readonly calls: number;
  readonly since: number;
  /** False where there were more calls than are counted: `since` then is when the oldest of them was made. */
  readonly isComplete: boolean;
  readonly byRule: ReadonlyMap<string, { readonly hits: number; readonly lastHitAt: number }>;
};

/** Which rule decided how many of a project's calls lately. */
export async function ruleHits({ store, clock }: ControlPlane, projectId: ProjectId): Promise<RuleHits> {
  const limit = figureLimits.callsCountedMax;
  const since = clock.now() - figureLimits.ruleHitsMs;
  const counts = await store.countCalls({ projectId, since, limit });
  const calls = counts.reduce((sum, count) => sum + count.calls, 0);
  const isComplete = calls < limit;
  const byRule = new Map<string, { hits: number; lastHitAt: number }>();
  for (const { ruleId, calls: hits, lastAt } of counts) {
    const before = byRule.get(ruleId);
    byRule.set(ruleId, {
      hits: hits + (before?.hits ?? 0),
      lastHitAt: Math.max(lastAt, before?.lastHitAt ?? lastAt),
    });
  }
  return { calls, since: isComplete ? since : Math.min(...counts.map(({ firstAt }) => firstAt)), isComplete, byRule };
}
