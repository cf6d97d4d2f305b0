import { isoTime, type ProjectId, type ToolCallId } from '@countersign/contract';
import {
  announceRunner,
  controlPlaneLimits,
  createPairingCode,
  pairRunner,
  reportUndone,
  runnerView,
  submitOutput,
  submitPreview,
  toolCallView,
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

  route('submitPreview', async ({ plane }, { params, body, principal }) => {
    const call = await submitPreview(plane, principal, params.tool_id as ToolCallId, body.files);
    return ok({ tool_id: call.id, status: call.state.status });
  }),

  route('submitOutput', async ({ plane }, { params, body, principal }) => {
    const call = await submitOutput(plane, principal, params.tool_id as ToolCallId, body.fence, body.chunks);
    const cancelRequestedAt = call.state.status === 'executing' ? call.state.cancelRequestedAt : null;
    return ok({
      tool_id: call.id,
      cancel_requested_at: cancelRequestedAt === null ? null : isoTime(cancelRequestedAt),
    });
  }),

  route('reportUndone', async ({ plane }, { params, body, principal }) => {
    return ok(toolCallView(await reportUndone(plane, principal, params.tool_id as ToolCallId, body)));
  }),

  route('listRunners', async ({ plane }, { params }) => {
    const now = plane.clock.now();
    const runners = await plane.store.listRunners(params.project_id as ProjectId, now);
    return ok({ runners: runners.map((runner) => runnerView(runner, now)) });
  }),
];
