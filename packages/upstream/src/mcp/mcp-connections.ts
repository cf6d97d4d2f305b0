import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject, type SourceSettings } from '@countersign/contract';
import type { FetchLike } from '@modelcontextprotocol/client';
import type { Credentials } from '../caller.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { UpstreamFailure } from '../upstream-failure.ts';
import type { McpCallResult } from './bound-result.ts';
import { cleanEnvironment } from './clean-environment.ts';
import { importMcp } from './import-mcp.ts';
import { type McpCallOptions, McpConnection, type McpTarget } from './mcp-connection.ts';
import { mcpLimits } from './mcp-limits.ts';

/** A source, and as whom it is spoken to. */
export type McpSource = {
  readonly settings: SourceSettings;
  /** Of HTTP; those of other callers are other connections. */
  readonly credentials: Credentials;
  /** Of stdio: values of `environment_secrets`, by the names of the variables. */
  readonly environmentSecrets: Readonly<Record<string, string>>;
};

type Options = {
  /** Guarded by the source's destinations. */
  readonly fetchFor: (settings: SourceSettings) => FetchLike;
  /** Of our own process; few variables of it are passed on. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onToolsChanged?: (source: string) => void;
  readonly idleMs?: number;
};

type Entry = {
  readonly source: string;
  readonly connection: Promise<McpConnection>;
  uses: number;
  idleTimer: NodeJS.Timeout | null;
};

/**
 * Connections to MCP servers: opened when needed, kept for the next call, closed when idle, opened again after a crash.
 * One never serves two sets of credentials.
 */
export class McpConnections {
  readonly #options: Options;
  readonly #entries = new Map<string, Entry>();
  /** Sources whose change is about to be told. */
  readonly #changed = new Set<string>();
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The tools of a server. */
  import(source: McpSource, signal?: AbortSignal): Promise<Inventory> {
    return this.#use(source, signal, (connection) => importMcp(connection, source.settings, signal));
  }

  call(source: McpSource, remoteName: string, args: JsonObject, options: McpCallOptions): Promise<McpCallResult> {
    return this.#use(source, options.signal, (connection) => connection.callTool(remoteName, args, options));
  }

  /** A source that was changed or removed: its connections end, and what is under way on them. */
  async closeSource(name: string): Promise<void> {
    const gone = [...this.#entries].filter(([, { source }]) => source === name);
    await Promise.all(gone.map(([key, entry]) => this.#close(key, entry)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#entries].map(([key, entry]) => this.#close(key, entry)));
  }

  async #use<T>(
    source: McpSource,
    signal: AbortSignal | undefined,
    act: (connection: McpConnection) => Promise<T>,
  ): Promise<T> {
    const key = keyOf(source);
    const known = this.#entries.get(key);
    try {
      return await this.#useEntry(key, known ?? this.#open(key, source), signal, act);
    } catch (error) {
      // A server that was started again knows nothing of the session: it refuses, and nothing has been done.
      if (known === undefined || !isForgotten(error)) throw error;
      return await this.#useEntry(key, this.#entries.get(key) ?? this.#open(key, source), signal, act);
    }
  }

  async #useEntry<T>(
    key: string,
    entry: Entry,
    signal: AbortSignal | undefined,
    act: (connection: McpConnection) => Promise<T>,
  ): Promise<T> {
    entry.uses += 1;
    if (entry.idleTimer !== null) clearTimeout(entry.idleTimer);
    try {
      return await act(await waitFor(entry.connection, signal));
    } catch (error) {
      if (isSpoilt(error) && this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    } finally {
      entry.uses -= 1;
      if (entry.uses === 0) {
        if (this.#entries.get(key) === entry) this.#closeWhenIdle(key, entry);
        else void this.#close(key, entry);
      }
    }
  }

  #open(key: string, source: McpSource): Entry {
    if (this.#isClosed)
      throw new UpstreamFailure('upstream_connection_error', 'The server is shutting down: try again in a moment.');
    this.#makeRoom();
    const { name } = source.settings;
    const connection = McpConnection.open(this.#targetOf(source), {
      onToolsChanged: () => this.#tellOfChange(name),
    });
    const entry: Entry = { source: name, connection, uses: 0, idleTimer: null };
    this.#entries.set(key, entry);
    const forget = (): void => {
      if (this.#entries.get(key) !== entry) return;
      this.#entries.delete(key);
      if (entry.idleTimer !== null) clearTimeout(entry.idleTimer);
    };
    connection.then(({ ended }) => ended.then(forget), forget);
    return entry;
  }

  /** Together with those that follow at once: a server may say it for each tool. */
  #tellOfChange(source: string): void {
    if (this.#changed.has(source)) return;
    this.#changed.add(source);
    setTimeout(() => {
      this.#changed.delete(source);
      if (!this.#isClosed) this.#options.onToolsChanged?.(source);
    }, mcpLimits.changesToldAfterMs).unref();
  }

  #makeRoom(): void {
    if (this.#entries.size < mcpLimits.connectionsMax) return;
    const idle = [...this.#entries].find(([, { uses }]) => uses === 0);
    if (idle === undefined) {
      throw new UpstreamFailure(
        'upstream_connection_error',
        `All ${mcpLimits.connectionsMax} connections to MCP servers are in use: try again later.`,
      );
    }
    void this.#close(...idle);
  }

  #closeWhenIdle(key: string, entry: Entry): void {
    entry.idleTimer = setTimeout(() => void this.#close(key, entry), this.#options.idleMs ?? mcpLimits.idleMs);
    entry.idleTimer.unref();
  }

  async #close(key: string, entry: Entry): Promise<void> {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
    if (entry.idleTimer !== null) clearTimeout(entry.idleTimer);
    await entry.connection.then((connection) => connection.close()).catch(() => undefined);
  }

  #targetOf({ settings, credentials, environmentSecrets }: McpSource): McpTarget {
    if (settings.command !== undefined) {
      const named = { ...settings.environment, ...environmentSecrets };
      return {
        kind: 'stdio',
        program: { command: settings.command, environment: cleanEnvironment(this.#options.environment, named) },
      };
    }
    if (settings.url === undefined)
      throw new UpstreamFailure('internal_error', 'The source has neither url nor command: give it one of them.');
    const url = new URL(settings.url);
    for (const [name, value] of Object.entries(credentials.query)) url.searchParams.set(name, value);
    const headers = { ...settings.headers, ...credentials.headers };
    return { kind: 'http', url, fetch: this.#options.fetchFor(settings), headers };
  }
}

/** Whether the server may not know the session any more. It should say 404, and some say 400. */
function isForgotten(error: unknown): boolean {
  return error instanceof UpstreamFailure && (error.upstreamStatus === 404 || error.upstreamStatus === 400);
}

/** Whether the next call had better have a new connection. */
function isSpoilt(error: unknown): boolean {
  return isForgotten(error) || (error instanceof UpstreamFailure && error.code === 'upstream_connection_error');
}

/** All that makes a connection another one, as a hash: secrets are no keys. */
function keyOf({ settings, credentials, environmentSecrets }: McpSource): string {
  const { name, url = null, command = null, environment = {}, headers = {}, destinations = {} } = settings;
  const { headers: authority, query } = credentials;
  const parts = { name, url, command, environment, headers, destinations, authority, query, environmentSecrets };
  return hash('sha256', canonicalJson(parts), 'hex');
}

/** Others may be waiting for the same connection: who gives up leaves it to them. */
async function waitFor(connection: Promise<McpConnection>, signal: AbortSignal | undefined): Promise<McpConnection> {
  if (signal === undefined) return await connection;
  const given = Promise.withResolvers<never>();
  const giveUp = (): void =>
    given.reject(new UpstreamFailure('cancelled', 'The call was cancelled before it was sent.'));
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([connection, given.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
