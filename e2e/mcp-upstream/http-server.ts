import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { type Told, testServer } from './test-server.ts';

/** The test server behind a port of this machine. */
export async function httpServer(tell: Told, legacy: 'stateless' | 'reject') {
  const handler = createMcpHandler(testServer(tell), { legacy });
  const server = createServer((request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    void handler.fetch(asRequest(request, gone.signal)).then(({ status, headers, body }) => {
      response.writeHead(status, Object.fromEntries(headers));
      if (body === null) response.end();
      else
        Readable.fromWeb(body as never)
          .on('error', () => response.destroy())
          .pipe(response);
    });
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    notify: handler.notify,
    async close(): Promise<void> {
      await handler.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function asRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const hasBody = request.method === 'POST';
  return new Request(`http://127.0.0.1${request.url}`, {
    method: request.method!,
    headers: request.headers as Record<string, string>,
    signal,
    ...(hasBody ? { body: Readable.toWeb(request) as never, duplex: 'half' } : {}),
  } as RequestInit);
}
