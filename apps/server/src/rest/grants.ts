import type { GrantId, ProjectId, SessionId } from '@countersign/contract';
import { grantViews, revokeGrant } from '@countersign/control-plane';
import { ok, route } from '../http/route.ts';
import { pageOf } from './page-of.ts';

export const grantRoutes = [
  route('listGrants', async ({ plane }, { params, query }) => {
    const filter = {
      projectId: params.project_id as ProjectId,
      ...(query.session_id === undefined ? {} : { sessionId: query.session_id as SessionId }),
      activeAt: query.include_ended ? null : plane.clock.now(),
    };
    const page = await plane.store.listGrants(filter, pageOf(query));
    return ok({ grants: await grantViews(plane, page.items), next_cursor: page.nextCursor });
  }),

  route('revokeGrant', async ({ plane }, { params, principal }) => {
    const revoked = await revokeGrant(plane, principal, params.project_id as ProjectId, params.grant_id as GrantId);
    const [view] = await grantViews(plane, [revoked]);
    return ok(view);
  }),
];
