import type { ProjectId, SessionId } from '@countersign/contract';
import type { Runner, User } from '@countersign/control-plane';
import type { WebSocket } from 'ws';
import { limits } from '../limits.ts';
import type { ServerContext } from '../server-context.ts';
import type { Frame, Viewer } from '../stream/viewer.ts';

/** WebSocket close codes: try again later; the server restarts. */
const closeTryAgain = 1013;
const closeRestart = 1012;

type Who = {
  readonly principal: User | Runner;
  readonly projectId: ProjectId;
  readonly sessionId: SessionId | null;
};

/**
 * A WebSocket as a viewer: what it is told goes out in order, one after the other. `inOrder` puts something else in the
 * same line; a fault in it ends the socket, and whoever is there comes back.
 */
export function socketViewer(
  context: ServerContext,
  socket: WebSocket,
  who: Who,
  tell: (frame: Frame) => Promise<void>,
): { readonly viewer: Viewer; readonly inOrder: (act: () => Promise<void>) => void } {
  let sending = Promise.resolve();
  const inOrder = (act: () => Promise<void>): void => {
    sending = sending.then(act).catch((error) => {
      // A server that closes takes its database away from whoever is just joining.
      if (!context.isClosing()) context.log.error({ err: error }, 'a socket failed');
      socket.close(closeTryAgain);
    });
  };
  const viewer: Viewer = {
    ...who,
    write(frame) {
      inOrder(() => tell(frame));
      return socket.bufferedAmount <= limits.streamBufferBytesMax;
    },
    isGone: () => socket.readyState !== socket.OPEN,
    drained: () => sending,
    beat: () => socket.ping(),
    cut: () => socket.close(context.isClosing() ? closeRestart : closeTryAgain),
  };
  socket.on('error', () => socket.terminate());
  return { viewer, inOrder };
}

/** Joins the viewer to what happens, until its socket is closed. */
export async function attachSocket(
  { hub }: ServerContext,
  socket: WebSocket,
  viewer: Viewer,
  position: number,
): Promise<void> {
  const leave = await hub.attach(viewer, position);
  if (socket.readyState === socket.CLOSED) leave();
  else socket.on('close', leave);
}
