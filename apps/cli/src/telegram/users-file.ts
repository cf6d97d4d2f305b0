import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '@countersign/config';
import type { Terminal } from '../terminal.ts';
import { ToldError } from '../told-error.ts';

/** Somebody of Telegram who acts as a user, with a credential of that user's own. */
export type TelegramUser = {
  readonly telegram_id: number;
  readonly user_id: string;
  readonly name: string;
  readonly token: string;
  readonly token_id: string;
  readonly project_id: string;
};

const fileName = 'telegram-users.json';
/** It holds credentials. */
const ownerOnly = { file: 0o600, folder: 0o700 } as const;

export function usersFilePath({ telegram, dataDir }: Config): string {
  return telegram.usersFile ?? join(dataDir, fileName);
}

/** Everybody who is allowed; nobody where there is no file. */
export function readUsers(path: string, { readFile }: Pick<Terminal, 'readFile'>): readonly TelegramUser[] {
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const users = usersIn(text);
  if (users === null)
    throw new ToldError(`${path} is not what this command writes.`, {
      next: 'Put it right or move it away; then allow people again.',
    });
  return users;
}

/** Whole or not at all, and for the eyes of its owner alone. The bot takes it up by itself. */
export function writeUsers(path: string, users: readonly TelegramUser[]): void {
  mkdirSync(dirname(path), { recursive: true, mode: ownerOnly.folder });
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, `${JSON.stringify({ users }, null, 2)}\n`, { mode: ownerOnly.file });
  renameSync(draft, path);
}

function usersIn(text: string): readonly TelegramUser[] | null {
  try {
    const { users } = JSON.parse(text) as { users?: unknown };
    return Array.isArray(users) && users.every(isUser) ? users : null;
  } catch {
    return null;
  }
}

function isUser(value: unknown): value is TelegramUser {
  const { telegram_id, ...texts } = (value ?? {}) as Record<string, unknown>;
  const names = ['user_id', 'name', 'token', 'token_id', 'project_id'];
  return Number.isSafeInteger(telegram_id) && names.every((name) => typeof texts[name] === 'string');
}
