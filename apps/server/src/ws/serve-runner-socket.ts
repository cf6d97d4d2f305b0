import type { ServerMessage } from '@countersign/contract';
import type { Runner } from '@countersign/control-plane';
import type { WebSocket } from 'ws';
import type { ServerContext } from '../server-context.ts';
import { attachSocket, socketViewer } from './socket-viewer.ts';

/** WebSocket close code for who does not keep to what a socket is for. */
const closePolicy = 1008;

/** P2: the socket of a runner tells it what the event stream would: orders for its machine, and when to stop. */
export function serveRunnerSocket(context: ServerContext, principal: Runner, socket: WebSocket): void {
  const who = { principal, projectId: principal.projectId, sessionId: null };
  const { viewer, inOrder } = socketViewer(context, socket, who, async ({ message }) => {
    const { id, event, data } = message;
    socket.send(JSON.stringify({ type: 'event', id, event, data } satisfies ServerMessage));
  });
  socket.on('message', () => socket.close(closePolicy, 'This socket only tells. Report by HTTP.'));
  inOrder(() => attachSocket(context, socket, viewer, context.hub.position));
}
