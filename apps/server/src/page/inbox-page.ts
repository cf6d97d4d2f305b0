import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Its scripts and styles come from here alone, and none of them is written into the page. */
export const inboxPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

type PageFile = { readonly plain: Buffer; readonly packed: Buffer; readonly type: string; readonly isHashed: boolean };

const missing = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Countersign</title><body>
<h1>The page is not built yet</h1><p>In the folder of the server, run:</p><pre>npm run build -w @countersign/inbox</pre>
<p>and load this again. In a terminal, <code>countersign approvals watch</code> does the same as the page.</p></body></html>`;

export type Inbox = {
  /** The page itself, whatever it is to show; where it was not built, how to. */
  page(): string;
  /**
   * Files of the page, and the page for every address that a browser is sent to and the server does not know: the page
   * says itself what there is. False where this is neither.
   */
  serve(request: FastifyRequest, reply: FastifyReply): boolean;
};

/** The page as it is in a folder. Built after the server was started, it is found by the next request. */
export function openInbox(folder: URL): Inbox {
  let files: ReadonlyMap<string, PageFile> = new Map();
  const fileAt = (path: string): PageFile | undefined => {
    if (files.size === 0) files = readFiles(folder);
    return files.get(path);
  };
  const page = (): string => fileAt('/index.html')?.plain.toString('utf8') ?? missing;
  return {
    page,
    serve(request, reply) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const path = request.url.split('?', 1)[0]!;
      const file = path === '/index.html' ? undefined : fileAt(path);
      if (file) {
        sendFile(request, reply, file);
        return true;
      }
      const isVisited = request.headers.accept?.includes('text/html') === true;
      if (!isVisited || /^\/(my|auth|assets)(\/|$)/.test(path)) return false;
      reply.header('content-security-policy', inboxPolicy).type('text/html; charset=utf-8').send(page());
      return true;
    },
  };
}

/** What `npm run build -w @countersign/inbox` made; it talks to the public API like any other client. */
export const inbox = openInbox(new URL('../../../inbox/dist/', import.meta.url));

function sendFile(request: FastifyRequest, reply: FastifyReply, { plain, packed, type, isHashed }: PageFile): void {
  const isPacked = request.headers['accept-encoding']?.includes('gzip') === true;
  // A hash in the name is another name for other content; what has none is asked for again.
  reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache').type(type);
  reply.header('vary', 'accept-encoding');
  if (isPacked) reply.header('content-encoding', 'gzip');
  reply.send(isPacked ? packed : plain);
}

/** All of them, by path: a request can name nothing else. */
function readFiles(folder: URL): ReadonlyMap<string, PageFile> {
  const found = new Map<string, PageFile>();
  for (const name of namesIn(folder)) {
    const plain = readFileSync(new URL(name, folder));
    const type = types[extname(name)] ?? 'text/html; charset=utf-8';
    found.set(`/${name}`, { plain, packed: gzipSync(plain), type, isHashed: name.startsWith('assets/') });
  }
  return found;
}

function namesIn(from: URL): string[] {
  try {
    return readdirSync(from, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(new URL(name, from)).isFile())
      .map((name) => name.replaceAll('\\', '/'));
  } catch {
    return [];
  }
}
