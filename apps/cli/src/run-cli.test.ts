import { newId } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { fakeApi, problem, projectPath } from '../test/fake-api.ts';
import { run } from '../test/fake-terminal.ts';
import { commandTree } from './commands/all.ts';

const id = newId<string>();

describe('help', () => {
  const paths = Object.entries(commandTree).flatMap(([name, entry]) =>
    'commands' in entry ? [[name], ...Object.keys(entry.commands).map((each) => [name, each])] : [[name]],
  );

  it.each([[[]], ...paths.map((path) => [path])])('of %j has examples', async (path) => {
    const { code, out, err } = await run([...path, '--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/Examples:\n {2}\$ countersign /);
  });

  it('gives the version', async () => {
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(JSON.parse((await run(['version', '--json'])).out)).toMatchObject({ node: process.version });
  });
});

describe('a command that is called wrongly ends with 64 and says how', () => {
  it.each([
    [['aprovals'], 'Did you mean approvals?'],
    [['approvals', 'lsit'], 'Did you mean list?'],
    [['approvals'], 'Usage: countersign approvals'],
    [['token', 'create', '--kind', 'agent'], '--name'],
    [['token', 'create', '--kind', 'robot', '--name', 'x'], 'agent, runner'],
    [['token', 'create', '--kind', 'user', '--name', 'x'], '--user'],
    [['approvals', 'approve', id, '--expires-in', '2h'], '--scope'],
    [['approvals', 'list', '--limit', '0'], 'from 1 to 200'],
    [['start', '--port', 'many'], 'port cannot be "many"'],
    [['config', 'show', '--server', 'ftp://x'], 'flag --server'],
  ] as const)('%j', async (line, said) => {
    const { env } = await fakeApi({});
    const { code, out, err } = await run(line, { env });
    expect([code, out]).toEqual([64, '']);
    expect(err).toContain(said);
  });
});

describe('a failure', () => {
  it('to reach the server ends with 5 and says how to start it', async () => {
    const env = { COUNTERSIGN_SERVER: 'http://127.0.0.1:1', COUNTERSIGN_TOKEN: 'x' };
    const { code, err } = await run(['project', 'list'], { env });
    expect(code).toBe(5);
    expect(err).toContain('cannot be reached at http://127.0.0.1:1 (ECONNREFUSED)');
    expect(err).toContain('countersign start');
  });

  it.each([
    [401, 'unauthenticated', 4, 'COUNTERSIGN_TOKEN'],
    [403, 'forbidden', 4, 'administrator'],
    [410, 'approval_expired', 3, 'ask again'],
    [409, 'already_decided', 1, 'approvals show'],
  ] as const)('of %i %s ends with %i and says what to do next', async (status, code, exit, next) => {
    const { env } = await fakeApi({
      'GET /my/projects': (_, response) => problem(response, status, code, 'It is so.'),
    });
    const ended = await run(['project', 'list'], { env });
    expect([ended.code, ended.out]).toEqual([exit, '']);
    expect(ended.err).toMatch(/^error: It is so\.\n/);
    expect(ended.err).toContain(next);
  });

  it('is a problem document with --json', async () => {
    const { env } = await fakeApi({});
    const { code, err } = await run(['calls', 'show', id, '--json'], { env });
    expect(code).toBe(1);
    expect(JSON.parse(err)).toMatchObject({ code: 'not_found', status: 404, detail: expect.any(String) });
    const unreachable = await run(['project', 'list', '--json'], { env: { COUNTERSIGN_SERVER: 'http://127.0.0.1:1' } });
    expect(JSON.parse(unreachable.err)).toMatchObject({ code: 'unreachable', status: null, retryable: true });
  });

  it('shows no stack trace, unless somebody asks for it', async () => {
    const env = { COUNTERSIGN_SERVER: 'http://127.0.0.1:1' };
    expect((await run(['project', 'list'], { env })).err).not.toContain('    at ');
    expect((await run(['project', 'list'], { env: { ...env, COUNTERSIGN_DEBUG: '1' } })).err).toContain('    at ');
  });

  it('cannot act on the terminal through what a server says', async () => {
    const { env } = await fakeApi({
      'GET /my/projects': (_, response) => problem(response, 403, 'forbidden', '\u001b]0;owned\u0007no'),
    });
    expect((await run(['project', 'list'], { env })).err).toContain('⟦U+001B⟧]0;owned⟦U+0007⟧no');
  });
});

describe('waiting for a call', () => {
  it.each([
    ['completed', 0],
    ['rejected', 2],
    ['timeout', 3],
    ['failed', 1],
    ['unknown', 1],
  ] as const)('that ends %s ends with %i', async (status, code) => {
    const call = {
      tool_id: id,
      status,
      risk_level: 'LOW',
      tool_name: 'ls',
      description: 'ls',
      outcome: null,
      error: null,
    };
    const { env } = await fakeApi({ [`GET ${projectPath}/tool-calls/${id}`]: () => call });
    expect((await run(['calls', 'show', id, '--wait', '--json'], { env })).code).toBe(code);
    expect((await run(['calls', 'show', id, '--json'], { env })).code).toBe(0);
  });
});

describe('config show', () => {
  it('masks secrets and says where values come from', async () => {
    const env = { COUNTERSIGN_TOKEN: 'cs_secret', COUNTERSIGN_DATABASE: 'postgres://u:p4ss@db/cs' };
    const { code, out } = await run(['config', 'show', '--origin', '--server', 'http://127.0.0.1:9'], { env });
    expect(code).toBe(0);
    expect(out).not.toMatch(/cs_secret|p4ss/);
    expect(out).toMatch(/server\s+http:\/\/127\.0\.0\.1:9\s+flag --server/);
    const { settings } = JSON.parse((await run(['config', 'show', '--json'], { env })).out) as { settings: object };
    expect(settings).toMatchObject({ token: '***', port: 7717 });
  });
});

describe('colour', () => {
  it('is there on a screen and nowhere else', async () => {
    const { env } = await fakeApi({});
    expect((await run(['project', 'list'], { env, hasColor: true })).out).toContain('\u001b[');
    expect((await run(['project', 'list'], { env })).out).not.toContain('\u001b[');
    expect((await run(['project', 'list', '--json'], { env, hasColor: true })).out).not.toContain('\u001b[');
  });
});
