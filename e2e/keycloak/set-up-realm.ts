import { administrator } from './keycloak-process.ts';

export const realm = 'demo';
export const password = 'a password of a test';

/** What docs/identity.md has people do, by Keycloak's own API. */
export async function setUpRealm(url: string): Promise<KeycloakAdmin> {
  const admin = new KeycloakAdmin(url);
  await admin.ask('POST', '', {
    realm,
    enabled: true,
    accessTokenLifespan: 300,
    clients: [
      // What agents sign in to. Its tokens are for Countersign, and for the client that exchanges them.
      agentApp('agent-app', [audience('countersign'), audience('countersign-exchanger')]),
      { ...agentApp('short-app', [audience('countersign'), audience('countersign-exchanger')]), ...lifespan(10) },
      agentApp('stranger-app', [audience('countersign')]),
      // Countersign itself, and the services: they only take tokens.
      service('countersign'),
      service('pizzeria'),
      service('bank'),
      // Exchanges tokens.
      {
        ...confidential('countersign-exchanger'),
        serviceAccountsEnabled: true,
        attributes: { 'standard.token.exchange.enabled': 'true' },
      },
      { ...confidential('bystander'), serviceAccountsEnabled: true },
    ],
    users: ['alice', 'bob'].map((username) => ({
      username,
      enabled: true,
      email: `${username}@example.org`,
      emailVerified: true,
      firstName: username,
      lastName: 'Example',
      credentials: [{ type: 'password', value: password, temporary: false }],
    })),
  });
  // A scope brings the audience of its service along; the exchanger may ask for it.
  const exchanger = await admin.clientId('countersign-exchanger');
  for (const name of ['pizzeria.menu', 'pizzeria.orders']) {
    await admin.ask('POST', `/${realm}/client-scopes`, {
      name,
      protocol: 'openid-connect',
      attributes: { 'include.in.token.scope': 'true' },
      protocolMappers: [audience('pizzeria')],
    });
    const scopes = await admin.ask<{ id: string; name: string }[]>('GET', `/${realm}/client-scopes`);
    const scope = scopes.find((one) => one.name === name);
    await admin.ask('PUT', `/${realm}/clients/${exchanger}/optional-client-scopes/${scope?.id}`);
  }
  return admin;
}

export class KeycloakAdmin {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.#url}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${await this.#token()}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return (text === '' ? null : JSON.parse(text)) as Answer;
  }

  async clientId(name: string): Promise<string> {
    const [client] = await this.ask<{ id: string }[]>('GET', `/${realm}/clients?clientId=${name}`);
    if (!client) throw new Error(`there is no client ${name}`);
    return client.id;
  }

  async #token(): Promise<string> {
    const response = await fetch(`${this.#url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...administrator }),
    });
    const { access_token } = (await response.json()) as { access_token: string };
    return access_token;
  }
}

function confidential(clientId: string) {
  return { clientId, enabled: true, publicClient: false, secret: `${clientId} secret`, standardFlowEnabled: false };
}

/** Signs in with a password here, where no browser is; with a browser elsewhere. */
function agentApp(clientId: string, protocolMappers: readonly object[]) {
  return { ...confidential(clientId), directAccessGrantsEnabled: true, protocolMappers };
}

function service(clientId: string) {
  return { clientId, enabled: true, publicClient: false, standardFlowEnabled: false };
}

function lifespan(seconds: number) {
  return { attributes: { 'access.token.lifespan': String(seconds) } };
}

function audience(clientId: string) {
  return {
    name: `audience ${clientId}`,
    protocol: 'openid-connect',
    protocolMapper: 'oidc-audience-mapper',
    config: { 'included.client.audience': clientId, 'access.token.claim': 'true', 'id.token.claim': 'false' },
  };
}
