import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@countersign/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeApi, problem, projectId, type Route } from '../../../test/fake-api.ts';
import { fakeTerminal, run } from '../../../test/fake-terminal.ts';
import { serverProgram } from '../../../test/server-program.ts';
import { runCli } from '../../run-cli.ts';

async function setUp() {
  const revoke: Route = ({ path }, response) => {
    const id = path.split('/').at(-1)!;
    if (!tokens.includes(id)) return problem(response, 404, 'not_found', 'There is no such credential.');
    tokens.splice(tokens.indexOf(id), 1);
    return { token_id: id, kind: 'user', name: 't' };
  };
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-telegram-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const [ada, grace] = [newId<string>(), newId<string>()];
  let made = 0;
  const tokens: string[] = [];
  const ids = Array.from({ length: 4 }, () => newId<string>());
  const api = await fakeApi({
    ...Object.fromEntries(ids.map((id) => [`DELETE /api/tokens/${id}`, revoke])),
    'GET /my/principal': () => ({
      kind: 'user',
      id: ada,
      name: 'Ada',
      is_admin: true,
      project_id: null,
      csrf_token: null,
    }),
    'GET /api/users': () => ({
      users: [
        { user_id: ada, name: 'Ada', is_admin: true, created_at: '' },
        { user_id: grace, name: 'Grace', is_admin: false, created_at: '' },
      ],
    }),
    'POST /api/tokens': () => {
      const id = ids[made]!;
      made += 1;
      tokens.push(id);
      return { token: { token_id: id, kind: 'user', name: 't' }, secret: `cs_secret_${made}` };
    },
  });
  const path = join(dataDir, 'telegram-users.json');
  const given = {
    env: { ...api.env, COUNTERSIGN_DATA_DIR: dataDir },
    readFile: (each: string) => readFileSync(each, 'utf8'),
  };
  const users = () => (JSON.parse(readFileSync(path, 'utf8')) as { users: Record<string, unknown>[] }).users;
  return { api, given, path, users, ada, grace, ids, tokens, dataDir };
}

const posts = (asked: readonly { method: string; path: string; body: unknown }[]) =>
  asked.filter(({ method }) => method !== 'GET');

describe('countersign telegram allow, list and remove [W6]', () => {
  it('binds a person of Telegram to a user, in a file of its owner alone, and shows no secret', async () => {
    const { given, path, users, ada, grace, api, ids } = await setUp();
    const allowed = await run(['telegram', 'allow', '1234567890'], given);
    expect([allowed.code, allowed.err]).toEqual([0, '']);
    expect(allowed.out).toContain('acts as Ada now');
    expect(users()).toEqual([
      {
        ...{ telegram_id: 1234567890, user_id: ada, name: 'Ada', token: 'cs_secret_1', token_id: ids[0] },
        project_id: projectId,
      },
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(posts(api.asked)).toMatchObject([{ body: { kind: 'user', user_id: ada } }]);

    const other = await run(['telegram', 'allow', '77', '--user', 'Grace', '--json'], given);
    expect(JSON.parse(other.out)).toMatchObject({ telegram_id: 77, user_id: grace });
    const listed = await run(['telegram', 'list'], given);
    expect(listed.out).toMatch(/1234567890 .*Ada\n77 .*Grace\n/);
    const json = await run(['telegram', 'list', '--json'], given);
    expect(`${other.out}${listed.out}${json.out}${allowed.out}`).not.toContain('cs_secret');
  });

  it('replaces what was there, and revokes the credential before it', async () => {
    const { given, users, tokens, ids } = await setUp();
    await run(['telegram', 'allow', '77'], given);
    await run(['telegram', 'allow', '77', '--user', 'Grace'], given);
    expect(users()).toMatchObject([{ telegram_id: 77, name: 'Grace', token: 'cs_secret_2' }]);
    expect(tokens).toEqual([ids[1]]);
  });

  it('takes it back, also where the credential is gone already', async () => {
    const { given, users, tokens } = await setUp();
    for (const id of ['77', '78']) await run(['telegram', 'allow', id], given);
    expect((await run(['telegram', 'remove', '77'], given)).out).toContain('not listened to any more');
    expect(users()).toMatchObject([{ telegram_id: 78 }]);
    expect(tokens).toHaveLength(1);
    tokens.length = 0;
    expect((await run(['telegram', 'remove', '78'], given)).code).toBe(0);
    expect(users()).toEqual([]);
    expect((await run(['telegram', 'list'], given)).out).toContain('Nobody.');
    expect((await run(['telegram', 'remove', '77'], given)).code).toBe(64);
  });

  it('refuses a name, and a file that is not its own', async () => {
    const { given, api, path } = await setUp();
    expect((await run(['telegram', 'allow', '@ada'], given)).code).toBe(64);
    const broken = { ...given, readFile: (each: string) => (each === path ? '{"users":[{}]}' : given.readFile(each)) };
    const refused = await run(['telegram', 'allow', '77'], broken);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is not what this command writes')]);
    expect(posts(api.asked)).toEqual([]);
  });

  it('leaves no credential behind where the file cannot be written', async () => {
    const { given, tokens, api } = await setUp();
    const env = { ...given.env, COUNTERSIGN_TELEGRAM_USERS_FILE: '/dev/null/users.json' };
    const failed = await run(['telegram', 'allow', '77'], { ...given, env, readFile: missing });
    expect(failed.code).toBe(1);
    expect(posts(api.asked).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
    expect(tokens).toEqual([]);
  });
});

const missing = () => {
  throw Object.assign(new Error('not there'), { code: 'ENOENT' });
};

describe('countersign telegram', () => {
  it('says how to get a bot where there is none', async () => {
    const { given } = await setUp();
    const { code, err } = await run(['telegram'], given);
    expect([code, err]).toEqual([64, expect.stringContaining('@BotFather')]);
  });

  it('starts the bot again when it ends, says who it is, and passes the stop on', async () => {
    const { given, dataDir } = await setUp();
    chmodSync(dataDir, 0o700);
    const program = serverProgram(`
      import { existsSync, writeFileSync } from 'node:fs';
      const mark = process.env.COUNTERSIGN_DATA_DIR + '/was-here';
      if (!existsSync(mark)) { writeFileSync(mark, ''); process.exit(3); }
      process.on('SIGTERM', () => process.exit(0));
      setInterval(() => {}, 1000);
      send({ type: 'ready', bot: 'countersign_bot' });`);
    const env = { ...given.env, COUNTERSIGN_TELEGRAM_TOKEN: '1:token' };
    const terminal = fakeTerminal({ ...given, env, telegramEntry: () => program });
    const { warn } = terminal;
    const told = {
      ...terminal,
      warn: (text: string) => {
        warn(text);
        if (text.includes('@countersign_bot')) process.emit('SIGTERM');
      },
    };
    expect(await runCli(['telegram'], told)).toBe(0);
    expect(terminal.err).toContain('The Telegram bot ended (3). It is started again in 0.5 s.');
  });

  it('ends with the bot where starting it again changes nothing', async () => {
    const { given } = await setUp();
    const env = { ...given.env, COUNTERSIGN_TELEGRAM_TOKEN: '1:token' };
    const terminal = fakeTerminal({ ...given, env, telegramEntry: () => serverProgram('process.exit(64)') });
    expect(await runCli(['telegram'], terminal)).toBe(64);
    expect(terminal.err).toContain('It is not started again.');
  });
});
