import { limits, type ProjectId } from '@countersign/contract';
import { eventView, readEventTree } from '@countersign/control-plane';
import { ok, route } from '../http/route.ts';

export const eventRoutes = [
  route('listEvents', async ({ plane }, { params, query }) => {
    const limit = query.limit ?? limits.pageSizeDefault;
    const events = await plane.store.listEvents({
      after: query.after ?? 0,
      limit: limit + 1,
      projectId: params.project_id as ProjectId,
      ...(query.session_id === undefined ? {} : { chainId: query.session_id }),
    });
    return ok({ events: events.slice(0, limit).map(eventView), has_more: events.length > limit });
  }),

  route('getEventTree', async ({ plane }, { params, query }) =>
    ok(
      await readEventTree(plane, params.project_id as ProjectId, {
        id: query.id ?? null,
        depth: query.depth ?? null,
        limit: query.limit ?? limits.treeRunsDefault,
      }),
    ),
  ),
];
