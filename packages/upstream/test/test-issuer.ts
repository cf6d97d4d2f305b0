import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

type Key = {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
};
type Answer = {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
export type Claims = Readonly<Record<string, unknown>>;
export type TokenQuestion = {
  readonly authorization: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
};
type SignOptions = { readonly key?: Key; readonly header?: Readonly<Record<string, unknown>> };

export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** An issuer on a port of its own, that says what a test wants it to say. */
export class TestIssuer {
  readonly keys: Key[] = [];
  /** What was asked at the token endpoint, in order. */
  readonly questions: TokenQuestion[] = [];
  /** How often each path was asked for. */
  readonly asked = new Map<string, number>();
  /** Instead of what is there by itself. */
  readonly answers = new Map<string, () => Answer>();
  answerToken: (question: TokenQuestion) => Answer | Promise<Answer> = () => ({ status: 500, body: {} });
  #keysMade = 0;
  #server: Server | null = null;
  #port = 0;

  static async start(): Promise<TestIssuer> {
    const issuer = new TestIssuer();
    await issuer.addKey();
    await issuer.up();
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get tokenEndpoint(): string {
    return `${this.url}/token`;
  }

  /** On the port it had before. */
  async up(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async down(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async addKey(alg = 'ES256'): Promise<Key> {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    this.#keysMade += 1;
    const key = { kid: `key-${this.#keysMade}`, alg, privateKey, publicKey };
    this.keys.push(key);
    return key;
  }

  /** Signed with the newest key; with `undefined` a claim is left out. */
  async sign(claims: Claims, { key = this.keys.at(-1)!, header = {} }: SignOptions = {}): Promise<string> {
    return new SignJWT({ iss: this.url, ...claims })
      .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
      .sign(key.privateKey);
  }

  countOf(path: string): number {
    return this.asked.get(path) ?? 0;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    this.asked.set(path, this.countOf(path) + 1);
    const text = await textOf(request);
    const { status = 200, body, headers = {} } = this.answers.get(path)?.() ?? (await this.#own(path, request, text));
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  async #own(path: string, request: IncomingMessage, text: string): Promise<Answer> {
    if (path === '/.well-known/openid-configuration') {
      return { body: { issuer: this.url, token_endpoint: this.tokenEndpoint, jwks_uri: `${this.url}/keys` } };
    }
    if (path === '/keys') return { body: { keys: await Promise.all(this.keys.map(publicJwk)) } };
    if (path !== '/token') return { status: 404, body: {} };
    const question = {
      authorization: request.headers.authorization,
      parameters: Object.fromEntries(new URLSearchParams(text)),
    };
    this.questions.push(question);
    return this.answerToken(question);
  }
}

async function publicJwk({ publicKey, kid, alg }: Key) {
  return { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
