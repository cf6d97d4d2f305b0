import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@countersign/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseUsers, readUsersFile } from './users-file.ts';

const ada = { telegram_id: 7, user_id: newId(), name: 'Ada', token: 'cs_x', token_id: newId(), project_id: newId() };

describe('the file of users', () => {
  it('says who acts as whom [W6]', () => {
    expect(parseUsers('f', JSON.stringify({ users: [ada] }))).toEqual([
      { telegramId: 7, userId: ada.user_id, name: 'Ada', token: 'cs_x', projectId: ada.project_id },
    ]);
  });

  it.each([
    ['no JSON', '{', 'it is not JSON'],
    ['null', 'null', 'it is not JSON'],
    ['no list', '{"users":{}}', 'no list'],
    ['an entry of another kind', '{"users":[null]}', 'entry 1'],
    ['a name instead of a number', JSON.stringify({ users: [{ ...ada, telegram_id: 'ada' }] }), 'entry 1'],
    ['a group', JSON.stringify({ users: [ada, { ...ada, telegram_id: -5 }] }), 'entry 2'],
    ['no token', JSON.stringify({ users: [{ ...ada, token: '' }] }), 'entry 1'],
    ['no project', JSON.stringify({ users: [{ ...ada, project_id: 'x' }] }), 'entry 1'],
    ['somebody twice', JSON.stringify({ users: [ada, ada] }), 'twice'],
    ['too many', JSON.stringify({ users: Array(1_001).fill(ada) }), 'more than 1000'],
  ])('is refused with %s', (_, text, problem) => {
    expect(() => parseUsers('users.json', text)).toThrow(problem);
    expect(() => parseUsers('users.json', text)).toThrow('countersign telegram allow');
  });

  it('allows nobody where it is missing, and nothing where others may read it [W6]', () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-users-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'users.json');
    expect(readUsersFile(path)).toEqual([]);
    writeFileSync(path, JSON.stringify({ users: [ada] }), { mode: 0o600 });
    expect(readUsersFile(path)).toHaveLength(1);
    chmodSync(path, 0o640);
    expect(() => readUsersFile(path)).toThrow(`chmod 600 ${path}`);
  });
});
