import type { ProjectId, SessionId } from '@countersign/contract';
import { CountersignError } from '@countersign/contract';
import { route } from '../http/route.ts';
import { SseViewer } from '../stream/sse-viewer.ts';
import { takeUpgrade } from '../ws/accept-upgrades.ts';
import { serveRunnerSocket } from '../ws/serve-runner-socket.ts';
import { serveSessionSocket } from '../ws/serve-session-socket.ts';

export const streamRoutes = [
  route('streamEvents', async ({ hub, log }, { params, query, headers, principal, reply }) => {
    const after = headers['last-event-id'] === undefined ? (query.after ?? null) : Number(headers['last-event-id']);
    const response = reply.raw;
    const projectId = params.project_id as ProjectId;
    const sessionId = (query.session_id ?? null) as SessionId | null;
    const viewer = new SseViewer(response, { principal, projectId, sessionId }, after ?? hub.position);
    const gone = new Promise<void>((resolve) => response.once('close', resolve));
    void hub.attach(viewer, after).then(
      (leave) => gone.then(leave),
      (error) => {
        log.error({ err: error }, 'a viewer could not catch up');
        viewer.cut();
      },
    );
    return null;
  }),

  route('openSessionSocket', async (context, { params, principal, raw, reply }) => {
    const upgrade = takeUpgrade(raw.raw);
    const session = await context.plane.store.findSession(
      params.project_id as ProjectId,
      params.session_id as SessionId,
    );
    if (!session) throw new CountersignError('not_found', 'There is no such session here.');
    if (!upgrade) throw new CountersignError('upgrade_required', 'Connect here with a WebSocket client.');
    reply.hijack();
    serveSessionSocket(context, principal, session, await upgrade());
    return null;
  }),

  route('openRunnerSocket', async (context, { principal, raw, reply }) => {
    const upgrade = takeUpgrade(raw.raw);
    if (!upgrade) throw new CountersignError('upgrade_required', 'Connect here with a WebSocket client.');
    reply.hijack();
    serveRunnerSocket(context, principal, await upgrade());
    return null;
  }),
];
