import { isEnded, type Run } from '@countersign/agent';
import { CountersignError, limits, type ProjectId, type RunId, type SessionId } from '@countersign/contract';
import { askRun, runView, runViews, transcriptView } from '@countersign/control-plane';
import type { FastifyRequest } from 'fastify';
import { ok, route } from '../http/route.ts';
import type { ServerContext } from '../server-context.ts';
import { onHangUp } from './on-hang-up.ts';
import { pageOf } from './page-of.ts';

type RunParams = { readonly project_id: string; readonly run_id: string };

export const runRoutes = [
  route('listRuns', async ({ plane }, { params, query }) => {
    const filter = {
      projectId: params.project_id as ProjectId,
      ...(query.status === undefined ? {} : { status: query.status }),
      ...(query.session_id === undefined ? {} : { sessionId: query.session_id as SessionId }),
    };
    const page = await plane.store.listRuns(filter, pageOf(query));
    return ok({ runs: await runViews(plane, page.items), next_cursor: page.nextCursor });
  }),

  route('getRun', async (context, { params, query, raw }) => {
    const run = await found(context, params);
    if (isEnded(run) || !query.wait_ms) return ok(await runView(context.plane, run));
    return ok(await runView(context.plane, await waitForEnd(context, params, query.wait_ms, raw)));
  }),

  route('getTranscript', async (context, { params, query }) => {
    const { id } = await found(context, params);
    const limit = query.limit ?? limits.pageSizeDefault;
    const entries = await context.plane.store.listEntries(id, query.after ?? 0, limit + 1);
    const shown = transcriptView(context.plane, entries.slice(0, limit));
    return ok({ entries: shown, has_more: entries.length > limit });
  }),

  route('stopRun', async ({ plane }, { params, body, principal }) => {
    const asked = { kind: 'stop', reason: body.reason ?? null } as const;
    return ok(await runView(plane, await askRun(plane, principal, ...idsOf(params), asked)));
  }),

  route('pauseRun', async ({ plane }, { params, principal }) =>
    ok(await runView(plane, await askRun(plane, principal, ...idsOf(params), { kind: 'pause' }))),
  ),

  route('resumeRun', async ({ plane }, { params, principal }) =>
    ok(await runView(plane, await askRun(plane, principal, ...idsOf(params), { kind: 'resume' }))),
  ),
];

/** The run as it is when it has ended, the time is up or the client is gone. */
async function waitForEnd(
  context: Pick<ServerContext, 'plane' | 'runWaiters'>,
  params: RunParams,
  waitMs: number,
  request: FastifyRequest,
): Promise<Run> {
  const stop = new AbortController();
  const stopCaring = onHangUp(request, () => stop.abort());
  // Watched first and read then, so that nothing falls between.
  const ended = context.runWaiters.ended(params.run_id as RunId, waitMs, stop.signal);
  try {
    if (!isEnded(await found(context, params))) await ended;
    return await found(context, params);
  } finally {
    stop.abort();
    stopCaring();
  }
}

async function found({ plane }: Pick<ServerContext, 'plane'>, params: RunParams): Promise<Run> {
  const run = await plane.store.findRun(...idsOf(params));
  if (run) return run;
  throw new CountersignError('not_found', 'There is no such run here.');
}

function idsOf({ project_id, run_id }: RunParams): [ProjectId, RunId] {
  return [project_id as ProjectId, run_id as RunId];
}
