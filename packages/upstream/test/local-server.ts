import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import type { TestCertificate } from '@countersign/testing';
import { onTestFinished } from 'vitest';

export type LocalServer = { readonly port: number; readonly connections: () => number };

/** A service on a port of its own, gone when the test is over. */
export async function serveHttp(listener: RequestListener, certificate?: TestCertificate): Promise<LocalServer> {
  const server = certificate === undefined ? createServer(listener) : createSecureServer({ ...certificate }, listener);
  return await listening(server);
}

/** Something on a port that need not be HTTP. */
export async function serveSocket(serve: (socket: Socket) => void): Promise<LocalServer> {
  return await listening(createSocketServer(serve));
}

async function listening(server: Server): Promise<LocalServer> {
  let connections = 0;
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    connections += 1;
    open.add(socket);
    // Clients go away in the middle of things; that is what is tested.
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}
