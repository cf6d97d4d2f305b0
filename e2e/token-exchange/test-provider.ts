import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { errors, Provider } from 'oidc-provider';

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** What the services that it knows offer. */
const services: Readonly<Record<string, readonly string[]>> = { pizzeria: ['menu', 'orders'], bank: ['pay'] };
const clients = [
  { client_id: 'agent-app', client_secret: 'agent-secret', grant_types: ['client_credentials'] },
  { client_id: 'second-agent', client_secret: 'agent-secret', grant_types: ['client_credentials'] },
  { client_id: 'exchanger', client_secret: 'exchanger-secret', grant_types: [exchangeGrant, 'client_credentials'] },
  { client_id: 'bystander', client_secret: 'bystander-secret', grant_types: ['client_credentials'] },
].map((client) => ({ ...client, redirect_uris: [], response_types: [] }));

type Answer = Record<string, unknown>;

/** oidc-provider on a port, with RFC 8693: tokens of agents are exchanged for tokens of services, with `act`. */
export class TestProvider {
  /** Sessions that have ended. */
  readonly revoked = new Set<string>();
  /** What was exchanged, in order. */
  readonly exchanges: { readonly client: string; readonly subject: string; readonly audience: string }[] = [];
  /** What is changed in the answers before they leave. */
  meddle: (answer: Answer) => Answer | Promise<Answer> = (answer) => answer;
  /** Instead of what is for an address by itself: true where it answered. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  tokenSeconds = 300;
  #keys: JWK[] = [];
  #provider: Provider | null = null;
  #server: Server | null = null;
  #port = 0;

  static async start(): Promise<TestProvider> {
    const provider = new TestProvider();
    await provider.rotateKeys();
    await provider.up();
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async up(): Promise<void> {
    const server = createServer((request, response) => {
      if (!this.intercept(request, response)) this.#current().callback()(request, response);
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async down(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  }

  /** From now on everything is signed with another key, and the old one is gone. */
  async rotateKeys(): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    this.#keys = [{ ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), use: 'sig', alg: 'RS256' }];
    this.#provider = null;
  }

  /** As an agent gets one when its user signs in. */
  async signIn(user: string, { client = 'agent-app', session = `session of ${user}`, scope = 'menu orders pay' } = {}) {
    return (await this.#mint({ user, client, audience: 'countersign', scope, session })).token;
  }

  async verify(token: string, audience: string): Promise<JWTPayload> {
    const keys = createLocalJWKSet({
      keys: this.#keys.map(({ kty, n, e, kid, alg }) => ({ kty, n, e, kid, alg }) as JWK),
    });
    return (await jwtVerify(token, keys, { issuer: this.issuer, audience })).payload;
  }

  async #mint(wanted: {
    user: string;
    client: string;
    audience: string;
    scope: string;
    session: string;
    act?: unknown;
  }) {
    const provider = this.#current();
    const { user, client, audience, scope, session, act } = wanted;
    const token = new provider.AccessToken({
      accountId: user,
      client: (await provider.Client.find(client))!,
      scope,
      grantId: session,
      gty: 'test',
      extra: { sid: session, ...(act === undefined ? {} : { act }) },
    });
    const format = { scope, accessTokenFormat: 'jwt', accessTokenTTL: this.tokenSeconds };
    token.resourceServer = new provider.ResourceServer(audience, { ...format, jwt: { sign: { alg: 'RS256' } } });
    return { token: await token.save(), seconds: token.expiration };
  }

  #current(): Provider {
    this.#provider ??= this.#make();
    return this.#provider;
  }

  #make(): Provider {
    const provider = new Provider(this.issuer, {
      clients,
      jwks: { keys: this.#keys },
      scopes: Object.values(services).flat(),
      features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
      ttl: { AccessToken: () => this.tokenSeconds, ClientCredentials: () => this.tokenSeconds },
      cookies: { keys: ['not used'] },
      extraTokenClaims: (_: unknown, token: { extra?: object }) => token.extra,
    });
    const names = ['subject_token', 'subject_token_type', 'requested_token_type', 'audience', 'scope', 'actor_token'];
    provider.registerGrantType(
      exchangeGrant,
      async (context) => {
        context.body = await this.meddle(await this.#exchange(context.oidc.client.clientId, context.oidc.params));
      },
      [...names, 'actor_token_type', 'resource'],
    );
    return provider;
  }

  async #exchange(client: string, asked: Readonly<Record<string, string | undefined>>): Promise<Answer> {
    const { subject_token = '', subject_token_type, audience = '', scope = '' } = asked;
    if (subject_token_type !== accessTokenType) throw new errors.InvalidRequest('subject_token_type');
    const subject = await this.verify(subject_token, 'countersign').catch(() => {
      throw new errors.InvalidGrant('the subject token is not valid');
    });
    if (this.revoked.has(String(subject.sid))) throw new errors.InvalidGrant('the session has ended');
    const offered = services[audience];
    if (!offered) throw new errors.InvalidTarget('no such audience');
    const wanted = scope.split(' ').filter(Boolean);
    if (wanted.some((one) => !offered.includes(one))) throw new errors.InvalidScope('not offered there');
    this.exchanges.push({ client, subject: String(subject.sub), audience });
    const act = { sub: client, act: { sub: String(subject.client_id) } };
    const session = String(subject.sid);
    const { token, seconds } = await this.#mint({ user: String(subject.sub), client, audience, scope, session, act });
    return {
      access_token: token,
      issued_token_type: accessTokenType,
      token_type: 'Bearer',
      expires_in: seconds,
      scope,
    };
  }
}
