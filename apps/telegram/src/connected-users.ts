import type { Connected } from './front.ts';
import type { AllowedUser } from './users-file.ts';

/** Who may use the bot at the moment, each with their connection to the server. */
export class ConnectedUsers {
  readonly #users = new Map<number, Connected>();
  readonly #closing = new Set<Promise<void>>();

  get count(): number {
    return this.#users.size;
  }

  get tokens(): string[] {
    return [...this.#users.values()].map(({ user }) => user.token);
  }

  find(telegramId: number): Connected | null {
    return this.#users.get(telegramId) ?? null;
  }

  /** Lets go of who is not in the list any more, or has another token, and takes in who is new. */
  become(list: readonly AllowedUser[], connect: (user: AllowedUser) => Connected): void {
    const wanted = new Map(list.map((user) => [user.telegramId, JSON.stringify(user)]));
    for (const { user } of this.#users.values()) {
      if (wanted.get(user.telegramId) !== JSON.stringify(user)) this.#letGo(user.telegramId);
    }
    for (const user of list) if (!this.#users.has(user.telegramId)) this.#users.set(user.telegramId, connect(user));
  }

  async close(): Promise<void> {
    for (const telegramId of [...this.#users.keys()]) this.#letGo(telegramId);
    await Promise.all(this.#closing);
  }

  #letGo(telegramId: number): void {
    const { link } = this.#users.get(telegramId)!;
    this.#users.delete(telegramId);
    const closed = link.close().finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }
}
