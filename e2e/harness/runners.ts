import type { RunnerAnnouncement } from '@countersign/contract';
import { anAnnouncement } from '@countersign/testing';
import type { Stage } from './stage.ts';

/** The project's first runner says that it is there. */
export function announce(stage: Stage, given: Partial<RunnerAnnouncement> = {}, client = stage.runner) {
  return client.runner.announce(stage.projectId, { ...anAnnouncement, ...given });
}

/** What the log says about runners and their codes, in order. */
export async function runnerEvents({ server }: Stage) {
  const events = await server.plane.store.listEvents({ after: 0, limit: 10_000 });
  return events.filter(({ type }) => type.startsWith('runner.') || type.startsWith('pairing_code.'));
}
