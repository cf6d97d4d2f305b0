import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { websocketMessageBytesMax, websocketProtocol } from '@countersign/contract';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';

const upgrades = new WeakMap<IncomingMessage, () => Promise<WebSocket>>();

/**
 * An upgrade goes through the same pipeline as any request: origin, identity, access, schema. Only its handler
 * completes it; whatever refuses it on the way answers with a problem document over the same socket.
 */
export function acceptUpgrades(app: FastifyInstance): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: websocketMessageBytesMax,
    handleProtocols: (offered) => (offered.has(websocketProtocol) ? websocketProtocol : false),
  });
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.assignSocket(socket as never);
    upgrades.set(
      request,
      () =>
        new Promise((resolve) => {
          response.detachSocket(socket as never);
          sockets.handleUpgrade(request, socket, head, resolve);
        }),
    );
    response.on('finish', () => socket.end());
    app.routing(request, response);
  });
}

/** How to complete the upgrade of this request, or null where it did not ask for one. */
export function takeUpgrade(request: IncomingMessage): (() => Promise<WebSocket>) | null {
  return upgrades.get(request) ?? null;
}
