import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
export type Answer = { readonly status?: number; readonly body?: unknown; readonly headers?: Record<string, string> };

export type Service = { readonly address: string; readonly seen: Asked[] };

/** A service on a port of its own that answers as it is told, breaks the connection off (`null`), or says nothing at all. */
export async function openService(
  answer: (asked: Asked, count: number) => Answer | null | 'nothing',
): Promise<Service> {
  const seen: Asked[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(pieces).toString('utf8'),
      };
      seen.push(asked);
      const answered = answer(asked, seen.length);
      if (answered === 'nothing') return;
      if (answered === null) return void request.socket.destroy();
      const { status = 200, body = {}, headers = {} } = answered;
      const isBytes = body instanceof Uint8Array;
      response
        .writeHead(status, { 'content-type': isBytes ? 'application/octet-stream' : 'application/json', ...headers })
        .end(isBytes ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** A tools file with these tools, as JSON, which YAML can read too. */
export function toolsFile(address: string, tools: readonly Record<string, unknown>[]): string {
  const schema = { type: 'object', additionalProperties: false, properties: {} };
  return JSON.stringify({
    version: 1,
    base_url: address,
    tools: tools.map((tool) => ({ description: String(tool.name), input_schema: schema, ...tool })),
  });
}
