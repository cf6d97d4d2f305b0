import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export type RawAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined where it is something else. */
  readonly json: unknown;
};

export type RawRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
  readonly token?: string | null;
  /** Hang up after the head of the answer: for streams, which have no end. */
  readonly headOnly?: boolean;
};

/** A request as no well-behaved client would make it: any header, any body, any path. */
export function rawRequest(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body, token, headOnly = false }: RawRequest = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        hostname,
        port,
        path,
        method,
        agent: false,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(body === undefined || 'transfer-encoding' in headers
            ? {}
            : { 'content-length': Buffer.byteLength(body) }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
      },
      (response) => {
        const status = response.statusCode ?? 0;
        if (headOnly && status < 300) {
          response.destroy();
          return resolve({ status, headers: response.headers, text: '', json: undefined });
        }
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status, headers: response.headers, text, json: jsonOf(text) });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
