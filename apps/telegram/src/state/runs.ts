import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../clock.ts';

/** A run that was asked for in a chat. */
export type RunRow = {
  readonly runId: string;
  readonly chatId: number;
  readonly projectId: string;
  readonly sessionId: string;
  /** The message that it works on; its answer is a reply to it. */
  readonly taskMessageId: number;
  readonly isOpen: boolean;
};

export class RunTable {
  readonly #database: DatabaseSync;
  readonly #clock: Clock;

  constructor(database: DatabaseSync, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  add({ runId, chatId, projectId, sessionId, taskMessageId }: Omit<RunRow, 'isOpen'>): void {
    this.#database
      .prepare('insert into runs values (?, ?, ?, ?, ?, 1, ?) on conflict (run_id) do nothing')
      .run(runId, chatId, projectId, sessionId, taskMessageId, this.#clock.now());
  }

  close(runId: string): void {
    this.#database.prepare('update runs set is_open = 0 where run_id = ?').run(runId);
  }

  find(runId: string): RunRow | null {
    const row = this.#database.prepare('select * from runs where run_id = ?').get(runId);
    return row ? rowOf(row) : null;
  }

  findByTask(chatId: number, messageId: number): RunRow | null {
    const row = this.#database
      .prepare('select * from runs where chat_id = ? and task_message_id = ?')
      .get(chatId, messageId);
    return row ? rowOf(row) : null;
  }

  /** Those that go on, oldest first. */
  open(chatId: number): RunRow[] {
    return this.#database
      .prepare('select * from runs where chat_id = ? and is_open = 1 order by created_at, run_id')
      .all(chatId)
      .map(rowOf);
  }
}

function rowOf(row: Record<string, unknown>): RunRow {
  return {
    runId: String(row.run_id),
    chatId: Number(row.chat_id),
    projectId: String(row.project_id),
    sessionId: String(row.session_id),
    taskMessageId: Number(row.task_message_id),
    isOpen: row.is_open === 1,
  };
}
