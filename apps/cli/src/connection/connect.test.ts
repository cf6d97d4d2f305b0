import { newId } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { fakeApi, oneProject, projectId, projectPath } from '../../test/fake-api.ts';
import { run, runningPid } from '../../test/fake-terminal.ts';
import { resolveId } from './resolve-id.ts';
import { serverAddress } from './server-address.ts';

const own = { '/data/token': 'cs_own\n' };
const runningAt = (address: string, pid = runningPid) => ({
  ...own,
  '/data/server.json': JSON.stringify({ address, pid }),
});

describe('the address of the server', () => {
  const addressOf = (server: string | null, files: Record<string, string>) =>
    serverAddress({ server, dataDir: '/data' } as Parameters<typeof serverAddress>[0], {
      readFile: (path) => files[path] ?? String(new Error(path)).concat(throwIt()),
      isRunning: (pid) => pid === runningPid,
    });
  const throwIt = (): never => {
    throw new Error('ENOENT');
  };

  it('is the configured one, else where one runs, else the default', () => {
    const files = runningAt('http://127.0.0.1:4000');
    expect(addressOf('https://cs.example', files).url).toBe('https://cs.example');
    expect(addressOf(null, files).url).toBe('http://127.0.0.1:4000');
    expect(addressOf(null, {}).url).toBe('http://127.0.0.1:7717');
  });

  it.each(['nonsense', '{}', '{"address":"file:///etc","pid":1}', '{"address":7}', '{"address":"http://127.0.0.1:1"}'])(
    'is not taken from %s',
    (text) => {
      expect(() => addressOf(null, { '/data/server.json': text })).toThrow('does not say where the server is');
    },
  );

  it('is not taken from a server that was killed: anybody may listen there by now', () => {
    const left = addressOf(null, runningAt('http://127.0.0.1:4000', runningPid + 1));
    expect(left).toEqual({ url: 'http://127.0.0.1:7717', isOwn: false });
  });

  it('is the own one only where a server of this user runs', () => {
    const files = runningAt('https://cs.example');
    expect(addressOf('https://cs.example', files).isOwn).toBe(true);
    expect(addressOf('https://evil.example', files).isOwn).toBe(false);
    expect(addressOf('http://localhost:1', files).isOwn).toBe(false);
    expect(addressOf('http://localhost:1', runningAt('http://127.0.0.1:1')).isOwn).toBe(true);
    expect(addressOf('http://127.0.0.1.evil.example', files).isOwn).toBe(false);
  });
});

describe('the credential', () => {
  it('of the data folder goes to the server that runs there', async () => {
    const { url, asked } = await fakeApi({});
    await run(['project', 'list'], { files: runningAt(url) });
    expect(asked[0]?.token).toBe('cs_own');
  });

  it('that is configured goes before it', async () => {
    const { url, asked } = await fakeApi({});
    await run(['project', 'list'], { files: runningAt(url), env: { COUNTERSIGN_TOKEN: 'cs_given' } });
    expect(asked[0]?.token).toBe('cs_given');
  });

  it('that is missing is not the same as a server that is missing', async () => {
    const { url, asked } = await fakeApi({});
    expect((await run(['project', 'list', '--server', url])).code).toBe(0);
    expect(asked[0]?.token).toBeNull();
  });
});

describe('the project', () => {
  const list = ['calls', 'list', '--json'];
  const calls = { [`GET ${projectPath}/tool-calls`]: () => ({ tool_calls: [], next_cursor: null }) };
  const two = () => ({ projects: [...oneProject().projects, { project_id: newId(), name: 'other', created_at: '' }] });

  it('is the only one, the named one or the one with the id', async () => {
    const one = await fakeApi(calls);
    expect((await run(list, { env: one.env })).code).toBe(0);
    const both = await fakeApi({ ...calls, 'GET /my/projects': two });
    expect((await run([...list, '--project', 'website'], { env: both.env })).code).toBe(0);
    expect((await run(list, { env: { ...both.env, COUNTERSIGN_PROJECT: projectId } })).code).toBe(0);
  });

  it('has to be named where there are several, by a name there is', async () => {
    const { env } = await fakeApi({ 'GET /my/projects': two });
    expect((await run(list, { env })).err).toContain('website, other');
    expect((await run([...list, '--project', 'nope'], { env })).code).toBe(64);
    const none = await fakeApi({ 'GET /my/projects': () => ({ projects: [] }) });
    expect((await run(list, { env: none.env })).err).toContain('project create');
  });
});

describe('an id', () => {
  const ids = ['01a1e0c1-c91a-7000-97a2-6429f40f72b8', '01a1e0c1-c931-7001-b6ce-b5c14f4a0a6c'];
  const resolve = (given: string) => resolveId('call', given, async () => ids);

  it('may be given by a beginning that only it has', async () => {
    await expect(resolve('01A1E0C1-C91')).resolves.toBe(ids[0]);
    await expect(resolve(newId<string>())).resolves.toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['01a1e', 'at least the first 6'],
    ['../../x', 'is no call'],
    ['01a1e0c1', '2 ids begin with'],
    ['ffffff', 'no call whose id begins with'],
  ])('is not %s', async (given, said) => {
    await expect(resolve(given)).rejects.toThrow(said);
  });
});
