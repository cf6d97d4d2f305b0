import type { ProjectId } from '@countersign/contract';
import {
  announceRunner,
  controlPlaneLimits,
  createPairingCode,
  pairRunner,
  runnerView,
} from '@countersign/control-plane';
import { created, ok, route } from '../http/route.ts';

export const runnerRoutes = [
  route('createPairingCode', async ({ plane }, { params, principal }) => {
    const { code, expiresInSeconds } = await createPairingCode(plane, principal, params.project_id as ProjectId);
    return created({ code, expires_in_seconds: expiresInSeconds });
  }),

  route('pairRunner', async ({ plane, pairingAttempts }, { body }) => {
    pairingAttempts.take();
    const { runner, secret } = await pairRunner(plane, body);
    return created({
      runner_id: runner.id,
      project_id: runner.projectId,
      secret,
      server_key: plane.signer.key,
    });
  }),

  route('announceRunner', async ({ plane }, { body, principal }) => {
    await announceRunner(plane, principal, body);
    return ok({
      runner_id: principal.id,
      announce_again_in_seconds: controlPlaneLimits.announceEveryMs / 1000,
    });
  }),

  route('listRunners', async ({ plane }, { params }) => {
    const now = plane.clock.now();
    const runners = await plane.store.listRunners(params.project_id as ProjectId, now);
    return ok({ runners: runners.map((runner) => runnerView(runner, now)) });
  }),
];
