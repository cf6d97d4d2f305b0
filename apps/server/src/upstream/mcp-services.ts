import type { JsonObject, SourceAuth, SourceSettings } from '@countersign/contract';
import type { SourceRecord } from '@countersign/control-plane';
import {
  type Authorizer,
  type Credentials,
  type GuardedFetch,
  type Inventory,
  type McpCallOptions,
  type McpCallResult,
  McpConnections,
  type McpSource,
  noCredentials,
  UpstreamFailure,
} from '@countersign/upstream';
import type { HttpSenders } from './http-senders.ts';

/** Calls tools of MCP servers. Throws an UpstreamFailure where there is no answer. */
export type McpTransport = {
  call(
    source: SourceRecord,
    credentials: Credentials,
    remoteName: string,
    args: JsonObject,
    options: McpCallOptions,
  ): Promise<McpCallResult>;
};

type Parts = {
  readonly http: Pick<HttpSenders, 'guardedFetch'>;
  readonly authorizer: Pick<Authorizer, 'authorize'>;
  readonly secrets: (name: string) => Promise<string | null>;
  /** The variables of this process; few of them are passed on to servers over stdio. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onToolsChanged: (source: string) => void;
};

/** MCP servers as sources: with their secrets, and through the guard of destinations. */
export class McpServices implements McpTransport {
  readonly #parts: Parts;
  readonly #connections: McpConnections;
  readonly #fetches = new Map<boolean, GuardedFetch>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#connections = new McpConnections({
      fetchFor: (settings) => this.#fetchFor(settings) as never,
      environment: parts.environment,
      onToolsChanged: parts.onToolsChanged,
    });
  }

  async import(settings: SourceSettings, signal: AbortSignal): Promise<Inventory> {
    const credentials = await this.#credentialsOfOurs(settings, signal);
    return this.#connections.import(await this.#sourceOf(settings, credentials), signal);
  }

  /** Whoever looks at a server has no token of an agent: it is asked as our own client, or as nobody where there is none. */
  async #credentialsOfOurs({ auth = { mode: 'none' } }: SourceSettings, signal: AbortSignal): Promise<Credentials> {
    const { authorizer } = this.#parts;
    if (auth.mode === 'pass_through') return noCredentials;
    if (auth.mode !== 'token_exchange') return authorizer.authorize(auth, nobody, forNoTool, signal);
    const { actor_token: _, ...client } = auth;
    const own: SourceAuth = { ...client, mode: 'client_credentials' };
    // Many providers give the exchanging client no token of its own; a server may tell its tools to everybody.
    return authorizer.authorize(own, nobody, forNoTool, signal).catch((error) => {
      if (error instanceof UpstreamFailure && !signal.aborted) return noCredentials;
      throw error;
    });
  }

  async call(
    { settings }: SourceRecord,
    credentials: Credentials,
    remoteName: string,
    args: JsonObject,
    options: McpCallOptions,
  ): Promise<McpCallResult> {
    return this.#connections.call(await this.#sourceOf(settings, credentials), remoteName, args, options);
  }

  closeSource(name: string): Promise<void> {
    return this.#connections.closeSource(name);
  }

  async close(): Promise<void> {
    await this.#connections.close();
    await Promise.all([...this.#fetches.values()].map((guarded) => guarded.close()));
  }

  async #sourceOf(settings: SourceSettings, credentials: Credentials): Promise<McpSource> {
    const named = Object.entries(settings.environment_secrets ?? {});
    const values = await Promise.all(
      named.map(async ([variable, name]) => [variable, await this.#secret(name)] as const),
    );
    return { settings, credentials, environmentSecrets: Object.fromEntries(values) };
  }

  async #secret(name: string): Promise<string> {
    const value = await this.#parts.secrets(name);
    if (value !== null) return value;
    throw new UpstreamFailure(
      'internal_error',
      `There is no secret "${name}"; store it with: countersign secrets set ${name}`,
    );
  }

  #fetchFor({ destinations = {} }: SourceSettings): typeof globalThis.fetch {
    const isPrivate = destinations.allow_private ?? false;
    const known = this.#fetches.get(isPrivate) ?? this.#parts.http.guardedFetch(destinations);
    this.#fetches.set(isPrivate, known);
    return known.fetch;
  }
}

const nobody = { issuer: '', subject: '', actor: '', sessionKey: '', token: null, tokenExpiresAt: null };
const forNoTool = { sourceId: '', toolVersion: '' };
