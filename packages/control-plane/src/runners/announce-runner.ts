import { CountersignError, canonicalJson, type RunnerAnnouncement } from '@countersign/contract';
import { systemEvent } from '../access/system-event.ts';
import type { ControlPlane } from '../control-plane.ts';
import { actorOf, type Runner } from '../principal.ts';

/**
 * A runner says that it is there and how it runs things. It is recorded only when it says something new, so that the
 * audit tells since when a runner has had no sandbox, and not that it still is there.
 */
export async function announceRunner(
  plane: ControlPlane,
  runner: Runner,
  announcement: RunnerAnnouncement,
): Promise<void> {
  const { store, clock } = plane;
  const known = await store.findRunner(runner.id);
  const at = clock.now();
  const isNews = known?.announcement == null || canonicalJson(known.announcement) !== canonicalJson(announcement);
  const said = { name: runner.name, machine: runner.machine, ...announcement };
  const committed = await store.commit({
    guard: { kind: 'runner_seen', runnerId: runner.id, at, announcement },
    events: isNews ? [systemEvent('runner.announced', actorOf(runner), at, runner.id, said, runner.projectId)] : [],
  });
  if (!committed.ok) throw new CountersignError('not_found', 'There is no such runner any more. Pair it again.');
}
