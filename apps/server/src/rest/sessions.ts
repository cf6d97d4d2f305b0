import { CountersignError, type ProjectId, type SessionId } from '@countersign/contract';
import { createSession, sessionView } from '@countersign/control-plane';
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
    return ok({
      sessions: await Promise.all(page.items.map((session) => sessionView(plane, session))),
      next_cursor: page.nextCursor,
    });
  }),

  route('getSession', async ({ plane }, { params, principal }) => {
    const session = await plane.store.findSession(params.project_id as ProjectId, params.session_id as SessionId);
    if (!session || (principal.kind === 'agent' && session.agentId !== principal.id)) {
      throw new CountersignError('not_found', 'There is no such session here.');
    }
    return ok(await sessionView(plane, session));
  }),
];
