import { closeSync, constants, fchmodSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../clock.ts';
import type { Limits } from '../limits.ts';
import { ButtonTable } from './buttons.ts';
import { ChatTable } from './chats.ts';
import { MessageTable } from './messages.ts';
import { RunTable } from './runs.ts';
import { StrangerTable } from './strangers.ts';
import { UpdateTable } from './updates.ts';

/** Everything the front remembers, so that it can be killed at any time and go on. */
export type State = {
  readonly messages: MessageTable;
  readonly buttons: ButtonTable;
  readonly chats: ChatTable;
  readonly runs: RunTable;
  readonly updates: UpdateTable;
  readonly strangers: StrangerTable;
  /** All of it or nothing. */
  transact<T>(work: () => T): T;
  close(): void;
};

const schema = `
  create table if not exists messages (
    id integer primary key,
    chat_id integer not null,
    kind text not null,
    subject text not null,
    part integer not null,
    reply_to integer,
    wanted text,
    shown text,
    message_id integer,
    is_open integer not null,
    has_failed integer not null,
    due_at integer not null,
    created_at integer not null,
    unique (chat_id, kind, subject, part)
  ) strict;
  create index if not exists messages_by_message on messages (chat_id, message_id);
  create index if not exists messages_unsent on messages (id) where wanted is not shown and has_failed < 2;
  create table if not exists buttons (
    id text primary key,
    chat_id integer not null,
    approval_id text not null,
    project_id text not null,
    digest text not null,
    verb text not null,
    expires_at integer,
    created_at integer not null
  ) strict, without rowid;
  create index if not exists buttons_by_approval on buttons (chat_id, approval_id);
  create table if not exists chats (
    chat_id integer primary key,
    session_id text
  ) strict;
  create table if not exists runs (
    run_id text primary key,
    chat_id integer not null,
    project_id text not null,
    session_id text not null,
    task_message_id integer not null,
    is_open integer not null,
    created_at integer not null
  ) strict, without rowid;
  create index if not exists runs_by_chat on runs (chat_id, is_open);
  create table if not exists updates (seq integer primary key autoincrement, update_id integer not null unique) strict;
  create table if not exists aims (update_id integer primary key, run_id text not null) strict;
  create table if not exists strangers (telegram_id integer primary key, refused_at integer not null) strict;
`;

/** Opens the state for this process alone: two fronts would answer everything twice. */
export function openState(path: string, clock: Clock, limits: Limits): State {
  if (path !== ':memory:') createForOwner(path);
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full');
    database.exec(schema);
    const before = clock.now() - limits.keptMs;
    database.prepare('delete from messages where is_open = 0 and created_at < ?').run(before);
    database.prepare('delete from buttons where created_at < ?').run(before);
    database.prepare('delete from runs where is_open = 0 and created_at < ?').run(before);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    messages: new MessageTable(database, clock),
    buttons: new ButtonTable(database, clock),
    chats: new ChatTable(database),
    runs: new RunTable(database, clock),
    updates: new UpdateTable(database, limits),
    strangers: new StrangerTable(database, clock, limits),
    transact(work) {
      database.exec('begin immediate');
      try {
        const result = work();
        database.exec('commit');
        return result;
      } catch (error) {
        database.exec('rollback');
        throw error;
      }
    },
    close: () => database.close(),
  };
}

/** It holds what people wrote and what they were asked: nobody else is to read it. */
function createForOwner(path: string): void {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  fchmodSync(file, 0o600);
  closeSync(file);
}
