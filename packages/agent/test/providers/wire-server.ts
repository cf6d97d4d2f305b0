import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

type WireRequest = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
};

type Answer = (response: ServerResponse, request: WireRequest) => void;

/** A server that answers as it is told, bytes included, and keeps what it was asked; gone when the test is over. */
export async function wireServer(...answers: readonly Answer[]) {
  const requests: WireRequest[] = [];
  const open = new Set<Socket>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      const asked = { path: request.url ?? '', headers: request.headers, body };
      requests.push(asked);
      answers[Math.min(requests.length, answers.length) - 1]!(response, asked);
    });
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Events of a stream, as each format writes them. */
export function stream(...events: readonly (Readonly<Record<string, unknown>> | string)[]): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) response.write(eventText(event));
    response.end();
  };
}

export function eventText(event: Readonly<Record<string, unknown>> | string): string {
  if (typeof event === 'string') return `data: ${event}\n\n`;
  const name = typeof event.type === 'string' ? `event: ${event.type}\n` : '';
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}

export function refuse(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}
