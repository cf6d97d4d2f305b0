import { endpoints, type ServerMessage, streamMessages } from '@countersign/contract';
import type { WebSocket } from 'ws';
import { buildPath } from './build-path.ts';
import { clientLimits } from './client-limits.ts';
import type { Connection } from './create-caller.ts';
import type { ReceivedMessage } from './event-stream.ts';
import { MessageQueue } from './message-queue.ts';
import { openSocket } from './open-socket.ts';
import { type ReconnectOptions, reconnecting } from './reconnecting.ts';
import { unreachable } from './unreachable-error.ts';

/**
 * P2: what a runner would hear on the event stream, over a WebSocket. An order may come again after a reconnect: none has
 * a place, and a runner knows orders by their nonce.
 */
export async function* openRunnerSocket(
  connection: Connection,
  projectId: string,
  options: ReconnectOptions = {},
): AsyncGenerator<ReceivedMessage> {
  const path = buildPath(endpoints.openRunnerSocket.path, { project_id: projectId });
  const { signal } = options;
  const open = (cut: AbortController) =>
    openSocket(connection, path, signal ? AbortSignal.any([signal, cut.signal]) : cut.signal, (socket) =>
      messagesOf(socket, connection.origin),
    );
  yield* reconnecting(connection, options, open);
}

function messagesOf(socket: WebSocket, origin: string): MessageQueue<ReceivedMessage> {
  const queue = new MessageQueue<ReceivedMessage>(clientLimits.socketMessagesQueuedMax);
  const end = (why: string): void => {
    queue.end(unreachable(origin, new Error(why)));
    socket.terminate();
  };
  socket.on('message', (data) => {
    const message = parse((data as Buffer).toString('utf8'));
    if (message === 'unreadable') end('the server sent something other than a message');
    else if (message && !queue.push(message)) end('messages came faster than they were read');
  });
  socket.on('error', (error) => queue.end(unreachable(origin, error)));
  socket.on('close', (code, reason) =>
    queue.end(unreachable(origin, new Error(`closed with ${code} ${String(reason)}`.trim()))),
  );
  return queue;
}

/** Names that a newer server may add are left out. */
function parse(text: string): ReceivedMessage | 'unreadable' | null {
  try {
    const message = JSON.parse(text) as ServerMessage;
    if (message.type !== 'event' || !Object.hasOwn(streamMessages, message.event)) return null;
    return { id: null, event: message.event, data: message.data } as ReceivedMessage;
  } catch {
    return 'unreadable';
  }
}
