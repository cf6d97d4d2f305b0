import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../clock.ts';
import type { Verb } from '../text/approval-content.ts';

/** What a press means: bound to the chat it was sent to, the request, and the digest of what was shown there (L7). */
export type ButtonRow = {
  readonly id: string;
  readonly chatId: number;
  readonly approvalId: string;
  readonly projectId: string;
  readonly digest: string;
  readonly verb: Verb;
  readonly expiresAt: number | null;
};

const idBytes = 16;

export class ButtonTable {
  readonly #database: DatabaseSync;
  readonly #clock: Clock;

  constructor(database: DatabaseSync, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  find(id: string): ButtonRow | null {
    const row = this.#database.prepare('select * from buttons where id = ?').get(id);
    return row ? rowOf(row) : null;
  }

  /** The button for the same again, so that a message that is rendered again is the same message. */
  idFor(button: Omit<ButtonRow, 'id' | 'expiresAt'>): string {
    const known = this.#of(button.chatId, button.approvalId).find(
      ({ digest, verb, expiresAt }) => digest === button.digest && verb === button.verb && expiresAt === null,
    );
    return known?.id ?? this.#add({ ...button, expiresAt: null });
  }

  /** A HIGH request was pressed: brings the button that approves it, until then. */
  arm(pressed: ButtonRow, verb: 'approve' | 'approve_class', expiresAt: number): void {
    this.disarm(pressed);
    this.#add({ ...pressed, verb, expiresAt });
  }

  disarm({ chatId, approvalId }: Pick<ButtonRow, 'chatId' | 'approvalId'>): void {
    this.#database
      .prepare('update buttons set expires_at = 0 where chat_id = ? and approval_id = ? and expires_at > 0')
      .run(chatId, approvalId);
  }

  /** The button that may be pressed now to confirm. */
  armed(chatId: number, approvalId: string, digest: string): ButtonRow | null {
    const now = this.#clock.now();
    return (
      this.#of(chatId, approvalId).find(
        (button) => button.digest === digest && button.expiresAt !== null && button.expiresAt > now,
      ) ?? null
    );
  }

  #of(chatId: number, approvalId: string): ButtonRow[] {
    return this.#database
      .prepare('select * from buttons where chat_id = ? and approval_id = ?')
      .all(chatId, approvalId)
      .map(rowOf);
  }

  #add({ chatId, approvalId, projectId, digest, verb, expiresAt }: Omit<ButtonRow, 'id'>): string {
    const id = randomBytes(idBytes).toString('base64url');
    this.#database
      .prepare('insert into buttons values (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(id, chatId, approvalId, projectId, digest, verb, expiresAt, this.#clock.now());
    return id;
  }
}

function rowOf(row: Record<string, unknown>): ButtonRow {
  return {
    id: String(row.id),
    chatId: Number(row.chat_id),
    approvalId: String(row.approval_id),
    projectId: String(row.project_id),
    digest: String(row.digest),
    verb: row.verb as Verb,
    expiresAt: row.expires_at === null ? null : Number(row.expires_at),
  };
}
