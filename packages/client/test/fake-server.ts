import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type SeenRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
};

export type Handler = (request: SeenRequest, response: ServerResponse, nth: number) => void;

/** A real HTTP server that answers what the test says and remembers what it was asked. Ends with the test. */
export async function startFakeServer(handler: Handler) {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += String(chunk);
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body: text === '' ? null : JSON.parse(text) });
      handler(seen.at(-1)!, response, seen.length);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, server, close };
}

export function answerJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body));
}

/** An address where nobody listens. */
export async function deadAddress(): Promise<string> {
  const { url, close } = await startFakeServer(() => {});
  await close();
  return url;
}
