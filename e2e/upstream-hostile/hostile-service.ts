import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import type { TestCertificate } from '@countersign/testing';
import { onTestFinished } from 'vitest';

export type HostileService = {
  readonly port: number;
  /** How often somebody came. */
  readonly connections: () => number;
  /** All that was said to it, in the clear. */
  readonly heard: () => string;
  /** How many bytes it could get rid of before the other side had enough. */
  readonly bytesSent: () => number;
  /** Settles once so many have come and said something. */
  spokenTo(times?: number): Promise<void>;
};

/** What it does once a request, up to the blank line behind its headers, is there. */
export type Behave = (socket: Socket, request: string, times: number) => void;

/** A service that answers with raw bytes, as it likes. Gone when the test is over. */
export async function hostileService(
  behave: Behave,
  { certificate, greet }: { readonly certificate?: TestCertificate; readonly greet?: (socket: Socket) => void } = {},
): Promise<HostileService> {
  const open = new Set<Socket>();
  const state = { connections: 0, heard: '', bytesSent: 0, requests: 0 };
  const listeners = new Set<() => void>();
  const serve = (socket: Socket): void => {
    let said = '';
    open.add(socket);
    greet?.(socket);
    // The other side goes away in the middle of things; that is what is tested.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      state.bytesSent += socket.bytesWritten;
    });
    socket.on('data', (chunk) => {
      state.heard += chunk.toString('latin1');
      said += chunk.toString('latin1');
      if (!said.includes('\r\n\r\n')) return;
      const request = said;
      said = '';
      state.requests += 1;
      behave(socket, request, state.requests);
      for (const listener of listeners) listener();
    });
  };
  const server = certificate === undefined ? createSocketServer(serve) : createSecureServer({ ...certificate }, serve);
  server.on('connection', () => {
    state.connections += 1;
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => state.connections,
    heard: () => state.heard,
    bytesSent: () => state.bytesSent + [...open].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    spokenTo: (times = 1) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (state.requests >= times) resolve();
        };
        listeners.add(look);
        look();
      }),
  };
}

/** Writes the same again and again for as long as somebody takes it. */
export function pour(socket: Socket, chunk: Uint8Array | string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

export const head = (status: string, ...headers: readonly string[]): string =>
  `${[`HTTP/1.1 ${status}`, ...headers].join('\r\n')}\r\n\r\n`;
