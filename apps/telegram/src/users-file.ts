import { type FSWatcher, readFileSync, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isUuid } from '@countersign/contract';
import { limits } from './limits.ts';
import { type Log, reasonOf } from './log.ts';

/** W6: a person of Telegram who acts as a user of Countersign, with a token of that user's own. */
export type AllowedUser = {
  readonly telegramId: number;
  readonly userId: string;
  readonly name: string;
  readonly token: string;
  readonly projectId: string;
};

/** What is wrong with the file, and what to do. */
export class UsersFileError extends Error {
  constructor(path: string, problem: string) {
    super(`${path}: ${problem}. Write it with \`countersign telegram allow\`.`);
    this.name = 'UsersFileError';
  }
}

/** Who may use the bot. No file: nobody. Throws for one that others may read, or that cannot be understood. */
export function readUsersFile(path: string): AllowedUser[] {
  let text: string;
  try {
    const { mode, size } = statSync(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new UsersFileError(path, `it holds tokens and others may read it (chmod 600 ${path})`);
    if (size > limits.usersFileBytesMax) throw new UsersFileError(path, 'it is too large');
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return parseUsers(path, text);
}

export function parseUsers(path: string, text: string): AllowedUser[] {
  const users = listIn(path, text).map((entry, index) => userOf(path, entry, index));
  if (users.length > limits.usersMax) throw new UsersFileError(path, `more than ${limits.usersMax} users`);
  const ids = new Set(users.map(({ telegramId }) => telegramId));
  if (ids.size < users.length) throw new UsersFileError(path, 'a telegram_id is there twice');
  return users;
}

function listIn(path: string, text: string): readonly unknown[] {
  let users: unknown;
  try {
    ({ users } = JSON.parse(text) as { users?: unknown });
  } catch {
    throw new UsersFileError(path, 'it is not JSON');
  }
  if (!Array.isArray(users)) throw new UsersFileError(path, 'it has no list `users`');
  return users;
}

function userOf(path: string, entry: unknown, index: number): AllowedUser {
  const { telegram_id, user_id, name, token, project_id } = (entry ?? {}) as Record<string, unknown>;
  const isRight =
    Number.isSafeInteger(telegram_id) &&
    Number(telegram_id) > 0 &&
    isId(user_id) &&
    isId(project_id) &&
    typeof name === 'string' &&
    typeof token === 'string' &&
    token !== '';
  if (!isRight) throw new UsersFileError(path, `entry ${index + 1} of \`users\` lacks something or is of another kind`);
  return { telegramId: Number(telegram_id), userId: String(user_id), name, token, projectId: String(project_id) };
}

/** Tells the users again whenever the file changes. One that is broken changes nothing: who was allowed stays so. */
export function watchUsersFile(path: string, log: Log, onChange: (users: AllowedUser[]) => void): FSWatcher {
  // The folder, because a file that is replaced by another is not the one that was watched.
  const fail = (error: unknown): void => log('error', 'the users stay as they were', { reason: reasonOf(error) });
  const watcher = watch(dirname(path), (_, name) => {
    if (name !== null && name !== basename(path)) return;
    try {
      onChange(readUsersFile(path));
    } catch (error) {
      fail(error);
    }
  });
  return watcher.on('error', fail);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && isUuid(value);
}
