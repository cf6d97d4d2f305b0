import type { ProjectId, RunId, SessionId } from '@countersign/contract';
import { messageView, postMessage, runView } from '@countersign/control-plane';
import { type Answer, ok, route } from '../http/route.ts';
import { pageOf } from './page-of.ts';

export const chatRoutes = [
  route('postMessage', async ({ plane, chat }, { params, body, headers, principal }): Promise<Answer> => {
    const { message, run } = await postMessage(plane, chat, principal, params.project_id as ProjectId, {
      text: body.text,
      sessionId: (body.session_id ?? null) as SessionId | null,
      runId: (body.run_id ?? null) as RunId | null,
      title: body.title ?? null,
      machine: body.machine ?? null,
      model: body.model ?? null,
      control: body.control ?? null,
      idempotencyKey: headers['idempotency-key'] ?? null,
    });
    return {
      status: 201,
      body: { message: messageView(message), run: await runView(plane, run) },
      headers: { location: `/my/projects/${run.projectId}/runs/${run.id}` },
    };
  }),

  route('listMessages', async ({ plane }, { params, query }) => {
    const filter = {
      projectId: params.project_id as ProjectId,
      ...(query.session_id === undefined ? {} : { sessionId: query.session_id as SessionId }),
      ...(query.run_id === undefined ? {} : { runId: query.run_id as RunId }),
    };
    const page = await plane.store.listMessages(filter, pageOf(query));
    return ok({ messages: page.items.map(messageView), next_cursor: page.nextCursor });
  }),

  route('listModels', async ({ chat }) => ok(chat.models.view)),
];
