import type { DatabaseSync } from 'node:sqlite';

/** Which session the tasks of a chat belong to. */
export class ChatTable {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  sessionOf(chatId: number): string | null {
    const row = this.#database.prepare('select session_id from chats where chat_id = ?').get(chatId);
    return (row?.session_id as string | null | undefined) ?? null;
  }

  /** Null: the next task opens a new one. */
  setSession(chatId: number, sessionId: string | null): void {
    this.#database
      .prepare('insert into chats values (?, ?) on conflict (chat_id) do update set session_id = excluded.session_id')
      .run(chatId, sessionId);
  }
}
