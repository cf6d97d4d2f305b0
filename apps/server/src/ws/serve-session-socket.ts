import type { ApprovalId, ServerMessage } from '@countersign/contract';
import { approvalViews, maskTexts, type Runner, type SessionRecord, type User } from '@countersign/control-plane';
import type { WebSocket } from 'ws';
import { maskedProblem } from '../http/render-problem.ts';
import { limits } from '../limits.ts';
import type { ServerContext } from '../server-context.ts';
import type { Frame } from '../stream/viewer.ts';
import { answerMessage } from './answer-message.ts';
import type { MessageError } from './message-error.ts';
import { attachSocket, socketViewer } from './socket-viewer.ts';

/**
 * A6: the session's socket. On connect it tells what is pending now, then every event after that moment; what was
 * decided before does not come back. Messages are answered one by one, in the order they came.
 */
export function serveSessionSocket(
  context: ServerContext,
  principal: User | Runner,
  session: SessionRecord,
  socket: WebSocket,
): void {
  const { redactor } = context.plane;
  // What a runner hears was made for it; its orders carry the arguments as they are to run.
  const send = (message: ServerMessage): void =>
    socket.send(JSON.stringify(principal.kind === 'runner' ? message : maskTexts(redactor, message)));
  const refuse = ({ requestId, refused }: MessageError): void => {
    if (refused.code === 'internal') context.log.error({ err: refused.cause }, 'a message could not be answered');
    send({ type: 'error', request_id: requestId, problem: maskedProblem(redactor, refused) });
  };
  const who = { principal, projectId: session.projectId, sessionId: session.id };
  const { viewer, inOrder } = socketViewer(context, socket, who, (frame) =>
    tell(context, session, principal, frame, send),
  );
  let answering = Promise.resolve();
  socket.on('message', (bytes, isBinary) => {
    // One at a time; what comes meanwhile waits on the wire, not in memory.
    socket.pause();
    answering = answering.then(async () => {
      // Who was cut off, because the credential ended or the reader lags, is not obeyed while the socket closes.
      if (socket.readyState !== socket.OPEN) return socket.resume();
      await answerMessage(context, principal, session, isBinary ? null : bytes.toString()).then(send, (error) =>
        refuse(error as MessageError),
      );
      socket.resume();
    });
  });
  inOrder(async () => {
    const position = context.hub.position;
    if (principal.kind === 'user') send(await pendingApprovals(context, session, position));
    await attachSocket(context, socket, viewer, position);
  });
}

async function pendingApprovals(
  { plane }: ServerContext,
  { projectId, id }: SessionRecord,
  position: number,
): Promise<ServerMessage> {
  const { items } = await plane.store.listApprovals(
    { projectId, sessionId: id, status: 'pending' },
    { limit: limits.claimableMax, cursor: null },
  );
  return { type: 'pending_approvals', approvals: await approvalViews(plane, items), event_id: position };
}

async function tell(
  { plane }: ServerContext,
  session: SessionRecord,
  principal: User | Runner,
  { message }: Frame,
  send: (message: ServerMessage) => void,
): Promise<void> {
  send({ type: 'event', id: message.id, event: message.event, data: message.data });
  if (message.event !== 'tool.approval_request' || principal.kind !== 'user') return;
  const found = await plane.store.findApproval(session.projectId, message.data.approval_id as ApprovalId);
  if (found?.approval.status !== 'pending') return;
  for (const approval of await approvalViews(plane, [found])) send({ type: 'approval_requested', approval });
}
