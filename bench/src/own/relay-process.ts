/** Goal 5's yardstick: the least that stands between two programs. It reads a request, sends it on, and answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';

const pool = new Pool(process.argv[2]!, { connections: 64, pipelining: 1 });

const server = createServer((request, response) => void relay(request, response));

async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  const answer = await pool.request({
    method: 'POST',
    path: request.url ?? '/',
    headers: { 'content-type': 'application/json' },
    body: Buffer.concat(pieces),
  });
  const text = await answer.body.text();
  response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(text);
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));
