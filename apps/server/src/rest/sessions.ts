import { CountersignError, type ProjectId, type SessionId } from '@countersign/contract';
import { createSession, grantEverything, grantView, sessionView, sessionViews } from '@countersign/control-plane';
import { created, ok, route } from '../http/route.ts';
import { pageOf } from './page-of.ts';

export const sessionRoutes = [
  route('createSession', async ({ plane }, { body, principal }) => {
    const session = await createSession(plane, principal, { title: body.title ?? null, machine: body.machine ?? null });
    return created(await sessionView(plane, session));
  }),

  route('listSessions', async ({ plane }, { params, query, principal }) => {
    const filter = {
      projectId: params.project_id as ProjectId,
      ...(principal.kind === 'agent' ? { agentId: principal.id } : {}),
    };
    const page = await plane.store.listSessions(filter, pageOf(query));
    return ok({ sessions: await sessionViews(plane, page.items), next_cursor: page.nextCursor });
  }),

  route('getSession', async ({ plane }, { params, principal }) => {
    const session = await plane.store.findSession(params.project_id as ProjectId, params.session_id as SessionId);
    if (!session || (principal.kind === 'agent' && session.agentId !== principal.id)) {
      throw new CountersignError('not_found', 'There is no such session here.');
    }
    return ok(await sessionView(plane, session));
  }),

  route('grantEverything', async ({ plane }, { params, body, principal }) => {
    const session = { projectId: params.project_id as ProjectId, sessionId: params.session_id as SessionId };
    return created(grantView(await grantEverything(plane, principal, session, body.expires_in_seconds)));
  }),
];
