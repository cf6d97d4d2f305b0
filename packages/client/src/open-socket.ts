import type { IncomingMessage } from 'node:http';
import { websocketProtocol } from '@countersign/contract';
import { WebSocket } from 'ws';
import { clientLimits } from './client-limits.ts';
import type { Connection } from './create-caller.ts';
import { errorOfResponse } from './error-of-response.ts';
import { UnreachableError, unreachable } from './unreachable-error.ts';

/**
 * Resolves when the server has accepted; rejects with what it said if it has not. `listen` is given the socket before
 * anything can have come over it.
 */
export async function openSocket<T>(
  { origin, prefix, token }: Connection,
  path: string,
  signal: AbortSignal | undefined,
  listen: (socket: WebSocket) => T,
): Promise<T> {
  signal?.throwIfAborted();
  const socket = new WebSocket(origin.replace(/^http/, 'ws') + prefix + path, websocketProtocol, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    handshakeTimeout: clientLimits.connectMsMax,
    maxPayload: clientLimits.socketMessageBytesMax,
    followRedirects: false,
  });
  const listening = listen(socket);
  const onAbort = (): void => socket.terminate();
  signal?.addEventListener('abort', onAbort, { once: true });
  socket.once('close', () => signal?.removeEventListener('abort', onAbort));
  try {
    await opened(socket, origin);
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  }
  keepAlive(socket);
  return listening;
}

function opened(socket: WebSocket, origin: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', (error) => reject(error instanceof UnreachableError ? error : unreachable(origin, error)));
    socket.once('unexpected-response', (_request, response: IncomingMessage) => {
      readText(response).then((text) => reject(errorOfResponse(response.statusCode ?? 0, text)), reject);
    });
  });
}

const refusalBytesMax = 64 * 1024;

async function readText(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) {
    text += String(chunk);
    if (text.length > refusalBytesMax) break;
  }
  return text;
}

/** A peer that is gone without a word is noticed by a ping that stays without an answer. */
function keepAlive(socket: WebSocket): void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, clientLimits.socketPingMs);
  timer.unref();
  socket.once('close', () => clearInterval(timer));
}
