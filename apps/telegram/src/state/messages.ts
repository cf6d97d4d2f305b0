import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Clock } from '../clock.ts';
import type { Content } from '../text/rich-text.ts';

/**
 * `approval`: a request, by its id. `reason`: asks for the reason of a rejection, by the button that was pressed. `rest`:
 * counts requests without a message. `progress`, `answer`: of a run, by its id. `note`: an answer to one update.
 */
export type MessageKind = 'approval' | 'reason' | 'rest' | 'progress' | 'answer' | 'note';

export type MessageName = {
  readonly chatId: number;
  readonly kind: MessageKind;
  readonly subject: string;
  readonly part?: number;
};

/** A message in a chat: what it is to be, and what it is as far as Telegram has said. */
export type MessageRow = {
  readonly id: number;
  readonly chatId: number;
  readonly kind: MessageKind;
  readonly subject: string;
  readonly replyTo: number | null;
  /** Null: it is to go away. */
  readonly wanted: Content | null;
  /** Null until Telegram has it. */
  readonly messageId: number | null;
  /** Whether it is about something that goes on. */
  readonly isOpen: boolean;
  /** How often Telegram has refused it as it is. */
  readonly failures: number;
  readonly dueAt: number;
};

export type Wish = {
  readonly content: Content;
  readonly replyTo?: number | null;
  readonly isOpen?: boolean;
  /** Not before this. */
  readonly dueAt?: number;
};

/** After this many refusals nothing more is tried with a message; one more stands for a chat that takes none at all. */
const refusalsMax = 2;
const unwanted = refusalsMax + 1;
const dueRows = `wanted is not shown and has_failed < ${refusalsMax}`;

/**
 * The outbox. Nothing is sent from anywhere else: a message is written down as it is to be, and whoever delivers brings
 * Telegram there. Of many changes only the last is told, and one that is there already is not told again.
 */
export class MessageTable {
  readonly #database: DatabaseSync;
  readonly #clock: Clock;

  constructor(database: DatabaseSync, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Says how a message is to be, whether it is there or not. */
  want({ chatId, kind, subject, part = 0 }: MessageName, { content, replyTo, isOpen, dueAt }: Wish): void {
    this.#database
      .prepare(
        `insert into messages (chat_id, kind, subject, part, reply_to, wanted, is_open, has_failed, due_at, created_at)
         values (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
         on conflict (chat_id, kind, subject, part) do update
         set wanted = excluded.wanted, is_open = excluded.is_open, has_failed = 0
         where wanted is not excluded.wanted or is_open <> excluded.is_open`,
      )
      .run(
        chatId,
        kind,
        subject,
        part,
        replyTo ?? null,
        JSON.stringify(content),
        isOpen ? 1 : 0,
        dueAt ?? 0,
        this.#clock.now(),
      );
  }

  /** All messages of a name, whatever their part: changed alike and closed. */
  close({ chatId, kind, subject }: MessageName, content: Content): void {
    this.#database
      .prepare(
        'update messages set wanted = ?, is_open = 0, has_failed = 0 where chat_id = ? and kind = ? and subject = ?',
      )
      .run(JSON.stringify(content), chatId, kind, subject);
  }

  /** Takes a message back. */
  drop({ chatId, kind, subject }: MessageName): void {
    this.#database
      .prepare('update messages set wanted = null, is_open = 0 where chat_id = ? and kind = ? and subject = ?')
      .run(chatId, kind, subject);
  }

  find({ chatId, kind, subject }: MessageName): MessageRow | null {
    const [row] = this.#select('chat_id = ? and kind = ? and subject = ? order by part limit 1', chatId, kind, subject);
    return row ?? null;
  }

  findByMessage(chatId: number, messageId: number): MessageRow | null {
    return this.#select('chat_id = ? and message_id = ?', chatId, messageId)[0] ?? null;
  }

  open(chatId: number, kind: MessageKind): MessageRow[] {
    return this.#select('chat_id = ? and kind = ? and is_open = 1 and part = 0 order by id', chatId, kind);
  }

  /** What Telegram does not have yet, in the order in which it was wanted. */
  due(): MessageRow[] {
    return this.#select(`${dueRows} order by id`);
  }

  /** A message of ours that is in the chat but was never heard of: it was sent in the moment of a crash. */
  adopt({ chatId, kind, subject }: MessageName, messageId: number): void {
    if (this.findByMessage(chatId, messageId)) return;
    const known = this.find({ chatId, kind, subject });
    if (!known) return;
    this.#database
      .prepare(
        `insert into messages (chat_id, kind, subject, part, wanted, message_id, is_open, has_failed, due_at, created_at)
         values (?, ?, ?, ?, ?, ?, ?, 0, 0, ?)`,
      )
      .run(
        chatId,
        kind,
        subject,
        messageId,
        JSON.stringify(known.wanted),
        messageId,
        known.isOpen ? 1 : 0,
        this.#clock.now(),
      );
  }

  /** Telegram has it as it was wanted; what was wanted since then is still due. */
  delivered({ id, wanted }: MessageRow, messageId: number, dueAt: number): void {
    this.#database
      .prepare('update messages set shown = ?, message_id = ?, has_failed = 0, due_at = ? where id = ?')
      .run(JSON.stringify(wanted), messageId, dueAt, id);
  }

  forget({ id }: MessageRow): void {
    this.#database.prepare('delete from messages where id = ?').run(id);
  }

  /** Telegram will not take it as it is. */
  refused({ id }: MessageRow): void {
    this.#database.prepare('update messages set has_failed = has_failed + 1 where id = ?').run(id);
  }

  /** The chat takes no messages, for as long as the person wants. */
  unwanted({ id }: MessageRow): void {
    this.#database.prepare('update messages set has_failed = ? where id = ?').run(unwanted, id);
  }

  /** The person is back: what they have missed is sent. */
  welcome(chatId: number): void {
    this.#database
      .prepare('update messages set has_failed = 0 where chat_id = ? and has_failed = ?')
      .run(chatId, unwanted);
  }

  #select(where: string, ...values: (string | number)[]): MessageRow[] {
    return this.#database
      .prepare(`select * from messages where ${where}`)
      .all(...values)
      .map(rowOf);
  }
}

function rowOf(row: Record<string, SQLOutputValue>): MessageRow {
  return {
    id: Number(row.id),
    chatId: Number(row.chat_id),
    kind: row.kind as MessageKind,
    subject: String(row.subject),
    replyTo: row.reply_to === null ? null : Number(row.reply_to),
    wanted: row.wanted === null ? null : (JSON.parse(String(row.wanted)) as Content),
    messageId: row.message_id === null ? null : Number(row.message_id),
    isOpen: row.is_open === 1,
    failures: Number(row.has_failed),
    dueAt: Number(row.due_at),
  };
}
