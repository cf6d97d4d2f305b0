import pg from 'pg';
import { storeLimits } from '../limits.ts';
import { connectionOptions } from './postgres-pool.ts';

export const eventChannel = 'countersign_events';

/**
 * Hears of commits by other processes, on a connection of its own. Notifications say no more than "look again"; what
 * was missed while the connection was down is found by looking after it is up, and by a slow poll besides.
 */
export class PostgresListener {
  readonly #url: string;
  readonly #look: () => void;
  readonly #ownProcessId: () => number | null;
  readonly #onFault: (error: unknown) => void;
  readonly #poll: NodeJS.Timeout;
  #client: pg.Client | null = null;
  #reconnect: NodeJS.Timeout | null = null;
  #pauseMs: number = storeLimits.reconnectMsMin;
  #isStopped = false;

  /** `ownProcessId` names our writer: what it commits is told without looking. */
  constructor(url: string, look: () => void, ownProcessId: () => number | null, onFault: (error: unknown) => void) {
    this.#url = url;
    this.#look = look;
    this.#ownProcessId = ownProcessId;
    this.#onFault = onFault;
    this.#poll = setInterval(look, storeLimits.postgresPollMs);
    this.#poll.unref();
    void this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#poll);
    if (this.#reconnect) clearTimeout(this.#reconnect);
    this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(connectionOptions(this.#url));
    this.#client = client;
    client.on('notification', ({ processId }) => {
      if (processId !== this.#ownProcessId()) this.#look();
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('The connection that listens to PostgreSQL was closed.')));
    try {
      await client.connect();
      await client.query(`listen ${eventChannel}`);
      this.#pauseMs = storeLimits.reconnectMsMin;
      this.#look();
    } catch (error) {
      this.#lost(client, error);
    }
    // Told to stop while it was connecting.
    if (this.#isStopped) client.end().catch(() => {});
  }

  #lost(client: pg.Client, error: unknown): void {
    if (this.#isStopped || client !== this.#client) return;
    this.#client = null;
    this.#onFault(error);
    client.end().catch(() => {});
    this.#reconnect = setTimeout(() => void this.#connect(), this.#pauseMs);
    this.#reconnect.unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, storeLimits.reconnectMsMax);
  }
}
