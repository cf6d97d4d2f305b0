import { askToPause, askToStop, isEnded, type Run, resume } from '@countersign/agent';
import { CountersignError, type EventType, type ProjectId, type RunId } from '@countersign/contract';
import { type ControlPlane, limits } from '../control-plane.ts';
import { actorOf, type User } from '../principal.ts';
import { runEnded, runEvent } from './run-event.ts';

export type AskedOfRun =
  | { readonly kind: 'stop'; readonly reason: string | null }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' };

const recordedAs: { readonly [Kind in AskedOfRun['kind']]: EventType } = {
  stop: 'agent.stop_requested',
  pause: 'agent.pause_requested',
  resume: 'agent.resumed',
};

/**
 * What people may ask of a run. It is written into the run's row; whoever works on the run does it, and one that nobody
 * works on is due at once, so that somebody takes it up to do it. Asking again changes nothing.
 */
export async function askRun(
  { store, clock, redactor }: Pick<ControlPlane, 'store' | 'clock' | 'redactor'>,
  user: User,
  projectId: ProjectId,
  runId: RunId,
  asked: AskedOfRun,
): Promise<Run> {
  const reason = asked.kind === 'stop' && asked.reason !== null ? redactor.text(asked.reason) : null;
  for (let attempt = 0; attempt < limits.attemptsMax; attempt += 1) {
    const run = await store.findRun(projectId, runId);
    if (!run) throw new CountersignError('not_found', 'There is no such run here.');
    const at = clock.now();
    const changed = changedRun(run, asked.kind, user.name, reason, at);
    if (changed === null) {
      if (isEnded(run)) throw runEnded(run);
      return run;
    }
    const data = { by: user.name, ...(reason === null ? {} : { reason }), status: changed.status };
    const event = runEvent(run, recordedAs[asked.kind], actorOf(user), at, data);
    const committed = await store.commit({ guard: { kind: 'run', run: changed }, events: [event] });
    if (committed.ok) return changed;
  }
  throw new CountersignError('conflict', 'The run changed too often at once. Try again.');
}

function changedRun(run: Run, kind: AskedOfRun['kind'], by: string, reason: string | null, at: number): Run | null {
  switch (kind) {
    case 'stop':
      return askToStop(run, by, reason, at);
    case 'pause':
      return askToPause(run, by, at);
    case 'resume':
      return resume(run, at);
  }
}
