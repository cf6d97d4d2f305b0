import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileArguments } from '@countersign/policy';
import { McpConnections, type McpSource, noCredentials, UpstreamFailure } from '@countersign/upstream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpServer, listening } from './mcp-upstream/http-server.ts';

const { resolve } = createRequire(import.meta.url);
const program = (path: string): string => fileURLToPath(new URL(`./mcp-upstream/${path}`, import.meta.url));
const reference = (name: string): string => resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);

let folder: string;
let connections: McpConnections;
let changed: string[];
const closing: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-mcp-'));
  changed = [];
  connections = new McpConnections({
    fetchFor: () => fetch as never,
    environment: { ...process.env, SECRET_OF_OURS: 'hidden' },
    onToolsChanged: (source) => changed.push(source),
  });
});
afterEach(async () => {
  await connections.close();
  for (const close of closing.splice(0)) await close();
  rmSync(folder, { recursive: true, force: true });
});

const limit = { timeoutMs: 20_000 };
const stdio = (path: string, args: readonly string[] = [], environment: Record<string, string> = {}): McpSource => ({
  settings: { name: 'tested', kind: 'mcp', command: [process.execPath, path, ...args], environment },
  credentials: noCredentials,
  environmentSecrets: {},
});
const told = (): string[] =>
  existsSync(join(folder, 'told')) ? readFileSync(join(folder, 'told'), 'utf8').trim().split('\n') : [];
const ours = (environment: Record<string, string> = {}): McpSource =>
  stdio(program('stdio-server.ts'), [], { TELL_TO: join(folder, 'told'), ...environment });
const http = (url: string, authorization?: string): McpSource => ({
  settings: { name: 'tested', kind: 'mcp', url },
  credentials: { ...noCredentials, headers: authorization === undefined ? {} : { authorization } },
  environmentSecrets: {},
});
const textOf = ({ content }: { content: readonly unknown[] }): string => (content[0] as { text: string }).text;
const failureOf = async (call: Promise<unknown>): Promise<UpstreamFailure> => {
  const failure = await call.then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(UpstreamFailure);
  return failure as UpstreamFailure;
};

describe('a reference server over stdio', () => {
  it('everything: tools are imported, called, and tell how far they are [U1]', async () => {
    const source = stdio(reference('everything'));
    const { tools, leftOut } = await connections.import(source);
    expect(leftOut).toEqual([]);
    expect(tools.map(({ name }) => name)).toContain('tested__echo');
    for (const { inputSchema } of tools) compileArguments(inputSchema);
    expect(textOf(await connections.call(source, 'echo', { message: 'hi' }, limit))).toBe('Echo: hi');
    expect(await connections.call(source, 'get-structured-content', { location: 'Chicago' }, limit)).toHaveProperty(
      'structuredContent',
    );
    expect((await connections.call(source, 'get-tiny-image', {}, limit)).content).toContainEqual(
      expect.objectContaining({ type: 'image' }),
    );
    const steps: number[] = [];
    await connections.call(
      source,
      'trigger-long-running-operation',
      { duration: 0.3, steps: 3 },
      { ...limit, onProgress: ({ progress }) => steps.push(progress) },
    );
    expect(steps).toEqual([1, 2, 3]);
    expect(await connections.call(source, 'echo', {}, limit)).toMatchObject({ isError: true });
    expect(await connections.call(source, 'no-such-tool', {}, limit)).toMatchObject({ isError: true });
  });

  it('filesystem: works inside its folder and fails outside of it, in its own words [U1]', async () => {
    const source = stdio(reference('filesystem'), [folder]);
    const { tools } = await connections.import(source);
    expect(tools.find(({ name }) => name === 'tested__write_file')!.upstream.risk_level).toBe('HIGH');
    await connections.call(source, 'write_file', { path: join(folder, 'a.txt'), content: 'hello' }, limit);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('hello');
    expect(textOf(await connections.call(source, 'read_text_file', { path: join(folder, 'a.txt') }, limit))).toContain(
      'hello',
    );
    expect(await connections.call(source, 'read_text_file', { path: '/etc/passwd' }, limit)).toMatchObject({
      isError: true,
    });
  });

  it('memory: remembers from call to call, for the connection is kept [U1]', async () => {
    const source = stdio(reference('memory'), [], { MEMORY_FILE_PATH: join(folder, 'memory.json') });
    await connections.call(
      source,
      'create_entities',
      { entities: [{ name: 'Ada', entityType: 'person', observations: [] }] },
      limit,
    );
    expect(textOf(await connections.call(source, 'read_graph', {}, limit))).toContain('Ada');
    expect(connections.size).toBe(1);
  });
});

describe('the reference server everything over HTTP', () => {
  async function start(port: number): Promise<() => Promise<void>> {
    const child = spawn(process.execPath, [reference('everything'), 'streamableHttp'], {
      env: { PATH: process.env.PATH, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit');
    const stop = async (): Promise<void> => {
      child.kill('SIGKILL');
      await ended;
    };
    closing.push(stop);
    for await (const text of child.stderr) if (String(text).includes('listening')) break;
    return stop;
  }

  it('is imported and called, and again after it was started anew [U1]', async () => {
    const reserved = createServer();
    const port = await listening(reserved);
    await new Promise((done) => reserved.close(done));
    const stop = await start(port);
    const source = http(`http://127.0.0.1:${port}/mcp`);
    const { tools } = await connections.import(source);
    expect(tools.map(({ name }) => name)).toContain('tested__echo');
    const steps: number[] = [];
    const long = { duration: 0.3, steps: 3 };
    const options = { ...limit, onProgress: ({ progress }: { progress: number }) => steps.push(progress) };
    await connections.call(source, 'trigger-long-running-operation', long, options);
    expect(steps).toEqual([1, 2, 3]);
    await stop();
    expect(await failureOf(connections.call(source, 'echo', { message: 'x' }, limit))).toMatchObject({
      code: 'upstream_connection_error',
    });
    await start(port);
    expect(textOf(await connections.call(source, 'echo', { message: 'back' }, limit))).toBe('Echo: back');
  });

  it('is asked anew where it has forgotten the session [U1]', async () => {
    const reserved = createServer();
    const port = await listening(reserved);
    await new Promise((done) => reserved.close(done));
    const stop = await start(port);
    const source = http(`http://127.0.0.1:${port}/mcp`);
    await connections.call(source, 'echo', { message: 'x' }, limit);
    await stop();
    await start(port);
    expect(textOf(await connections.call(source, 'echo', { message: 'again' }, limit))).toBe('Echo: again');
  });
});

describe.each([
  ['of today', { MODERN_ONLY: '1' }],
  ['of 2025 and today', {}],
])('a server %s over stdio', (_, environment) => {
  it('is imported without what nobody would see, and with its warnings raised, not lowered [U1, G5]', async () => {
    const { tools } = await connections.import(ours(environment));
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    expect(byName.get('tested__poisoned')).toMatchObject({
      description: 'Harmless. Really.',
      upstream: { risk_level: 'MEDIUM' },
    });
    expect(byName.get('tested__delete_all')!.upstream.risk_level).toBe('HIGH');
    const trusted = { ...ours(environment).settings, risks: { poisoned: 'LOW', '*': 'HIGH' } as const };
    const { tools: again } = await connections.import({ ...ours(environment), settings: trusted });
    expect(again.find(({ name }) => name === 'tested__poisoned')!.upstream.risk_level).toBe('LOW');
    expect(again.find(({ name }) => name === 'tested__echo')!.upstream.risk_level).toBe('HIGH');
  });

  it('sees a few variables and those of its source, and no other [U1]', async () => {
    const seen = JSON.parse(textOf(await connections.call(ours(environment), 'environment', {}, limit)));
    expect(seen).not.toHaveProperty('SECRET_OF_OURS');
    expect(seen.TELL_TO).toBe(join(folder, 'told'));
    expect(Object.keys(seen).filter((name) => /^(npm_|VITEST|NODE_)/.test(name))).toEqual([]);
  });

  it('passes on progress, the trace, failures and large results within bounds [U1, U8]', async () => {
    const source = ours(environment);
    const heard: unknown[] = [];
    await connections.call(source, 'steps', {}, { ...limit, onProgress: (each) => heard.push(each.message) });
    expect(heard).toEqual(['step 1', 'step 2', 'step 3']);
    expect(textOf(await connections.call(source, 'trace', {}, { ...limit, traceparent: '00-a-b-01' }))).toBe(
      '00-a-b-01',
    );
    expect(await connections.call(source, 'fail', {}, limit)).toEqual({
      isError: true,
      content: [{ type: 'text', text: 'no luck' }],
    });
    expect(await connections.call(source, 'structured', {}, limit)).toMatchObject({
      structuredContent: { answer: 42 },
    });
    const large = await connections.call(source, 'large', {}, limit);
    expect(large).toMatchObject({ isCut: true });
    expect(textOf(large)).toMatch(/\[cut: \d+ more characters\]$/);
    expect(textOf(large).length).toBeLessThan(1024 * 1024);
  });

  it('is told when a call is cancelled, and goes on with others [U1]', async () => {
    const source = ours(environment);
    const cancel = new AbortController();
    const failed = failureOf(
      connections.call(source, 'wait', {}, { ...limit, signal: cancel.signal, onProgress: () => cancel.abort() }),
    );
    expect(await failed).toMatchObject({ code: 'cancelled', mayHaveRun: true });
    await expect.poll(told, { timeout: 20_000 }).toContain('cancelled');
    expect(textOf(await connections.call(source, 'echo', { text: 'still there' }, limit))).toBe('still there');
    expect(connections.size).toBe(1);
  });

  it('that answers too late may have run, and is told to stop [U8]', async () => {
    const failure = await failureOf(connections.call(ours(environment), 'wait', {}, { timeoutMs: 300 }));
    expect(failure).toMatchObject({ code: 'upstream_timeout', mayHaveRun: true, isRetryable: false });
    await expect.poll(told, { timeout: 20_000 }).toContain('cancelled');
    const harmless = await failureOf(
      connections.call(ours(environment), 'wait', {}, { timeoutMs: 300, isReadOnly: true }),
    );
    expect(harmless).toMatchObject({ code: 'upstream_timeout', mayHaveRun: false, isRetryable: true });
  });

  it('that crashes in the middle of a call may have run it; the next call finds it started again [U1, U8]', async () => {
    const source = ours(environment);
    expect(await failureOf(connections.call(source, 'crash', {}, limit))).toMatchObject({
      code: 'upstream_connection_error',
      mayHaveRun: true,
      isRetryable: false,
      message: expect.stringContaining('out of cheese'),
    });
    expect(told()).toEqual(['crashing']);
    expect(textOf(await connections.call(source, 'echo', { text: 'back' }, limit))).toBe('back');
  });

  it('ends with everything that it started [U1]', async () => {
    const source = ours(environment);
    const pid = Number(textOf(await connections.call(source, 'child', {}, limit)));
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    await connections.closeSource('tested');
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
    expect(connections.size).toBe(0);
  });
});

describe('a server that is hard to talk to', () => {
  it('of 2025 that ends at the first question of today is spoken to in its own way, tool by tool [U1]', async () => {
    const source = stdio(program('old-server.ts'));
    const { tools, leftOut } = await connections.import(source);
    expect(tools.map(({ name }) => name)).toEqual(['tested__one', 'tested__three']);
    expect(leftOut.map(({ operation }) => operation)).toEqual(['7', 'ab', 'one', 'two']);
    const check = compileArguments(tools[1]!.inputSchema);
    expect([{ a: 'x' }, { b: 1 }, { b: 'x' }, { c: 1 }, {}].map((args) => check(args).ok)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(textOf(await connections.call(source, 'one', { n: 1 }, limit))).toBe('{"n":1}');
  });

  it('that is not there, or ends at once, is said to be so and was not called [U8]', async () => {
    const missing: McpSource = { ...ours(), settings: { name: 'tested', kind: 'mcp', command: ['/no/such/program'] } };
    expect(await failureOf(connections.import(missing))).toMatchObject({
      code: 'upstream_connection_error',
      mayHaveRun: false,
    });
    const broken = stdio('-e', ['console.error("no config"); process.exit(3)']);
    expect(await failureOf(connections.call(broken, 'x', {}, limit))).toMatchObject({
      code: 'upstream_connection_error',
      mayHaveRun: false,
      isRetryable: true,
      message: expect.stringContaining('no config'),
    });
    expect(connections.size).toBe(0);
  });
});

describe.each(['stateless', 'reject'] as const)('a server over HTTP (older protocols: %s)', (legacy) => {
  async function open(tell: (line: string) => void = () => undefined) {
    const server = await httpServer(tell, legacy);
    closing.push(() => server.close());
    return server;
  }

  it('is imported and called, with progress and trace [U1]', async () => {
    const { url } = await open();
    const { tools } = await connections.import(http(url));
    expect(tools.map(({ name }) => name)).toContain('tested__echo');
    expect(tools[0]!.upstream.host).toBe(new URL(url).host);
    const heard: unknown[] = [];
    const source = http(url);
    expect(
      textOf(
        await connections.call(source, 'steps', {}, { ...limit, onProgress: ({ progress }) => heard.push(progress) }),
      ),
    ).toBe('done');
    expect(heard).toEqual([1, 2, 3]);
    expect(textOf(await connections.call(source, 'trace', {}, { ...limit, traceparent: '00-a-b-01' }))).toBe(
      '00-a-b-01',
    );
  });

  it('gets the credentials of the caller, and never those of another, at the same time [U3]', async () => {
    const { url } = await open();
    const callers = Array.from({ length: 20 }, (_, index) => `Bearer caller-${index % 5}`);
    const answers = await Promise.all(
      callers.map((caller) => connections.call(http(url, caller), 'whoami', {}, limit)),
    );
    expect(answers.map(textOf)).toEqual(callers);
    expect(connections.size).toBe(5);
  });

  it('is told when a call is cancelled [U1]', async () => {
    const heard: string[] = [];
    const { url } = await open((line) => heard.push(line));
    const cancel = new AbortController();
    const failed = failureOf(
      connections.call(http(url), 'wait', {}, { ...limit, signal: cancel.signal, onProgress: () => cancel.abort() }),
    );
    expect(await failed).toMatchObject({ code: 'cancelled' });
    if (legacy === 'reject') await expect.poll(() => heard, { timeout: 20_000 }).toContain('cancelled');
  });

  it('that goes away in the middle of a call may have run it [U8]', async () => {
    const server = await open();
    const failed = failureOf(
      connections.call(http(server.url), 'wait', {}, { ...limit, onProgress: () => void server.close() }),
    );
    expect(await failed).toMatchObject({ code: 'upstream_connection_error', mayHaveRun: true, isRetryable: false });
    expect(await failureOf(connections.call(http(server.url), 'echo', { text: 'x' }, limit))).toMatchObject({
      code: 'upstream_connection_error',
    });
  });
});

describe('a connection over HTTP', () => {
  it('tells when the tools of the server change [U1]', async () => {
    const server = await httpServer(() => undefined, 'reject');
    closing.push(() => server.close());
    await connections.call(http(server.url), 'echo', { text: 'x' }, limit);
    await expect
      .poll(
        () => {
          server.notify.toolsChanged();
          return changed;
        },
        { timeout: 20_000 },
      )
      .toContain('tested');
  });

  it('follows no redirect, with or without credentials [U5]', async () => {
    const asked: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      asked.push(request.headers.authorization);
      response.end();
    });
    const otherPort = await listening(other);
    const redirecting = createServer((request, response) => {
      request.resume();
      response.writeHead(307, { location: `http://127.0.0.1:${otherPort}/mcp` }).end();
    });
    const port = await listening(redirecting);
    closing.push(
      () => other.close(),
      () => redirecting.close(),
    );
    const failure = await failureOf(connections.import(http(`http://127.0.0.1:${port}/mcp`, 'Bearer secret')));
    expect(failure.code).toBe('redirect_refused');
    expect(asked).toEqual([]);
  });

  it('ends when a message has no end [U5]', async () => {
    const endless = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' });
      const piece = Buffer.alloc(1024 * 1024, 120);
      const push = (): void => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', push);
      push();
    });
    const port = await listening(endless);
    closing.push(() => {
      endless.closeAllConnections();
      endless.close();
    });
    const failure = await failureOf(connections.import(http(`http://127.0.0.1:${port}/mcp`)));
    expect(failure.code).toBe('response_too_large');
  });

  it('says what HTTP said where the server wants nobody [U8]', async () => {
    const closed = createServer((request, response) => {
      request.resume();
      response.writeHead(401).end();
    });
    const port = await listening(closed);
    closing.push(() => closed.close());
    expect(await failureOf(connections.import(http(`http://127.0.0.1:${port}/mcp`)))).toMatchObject({
      upstreamStatus: 401,
      message: expect.stringContaining('auth'),
    });
  });
});

it('closes a connection that nobody uses [U1]', async () => {
  const idle = new McpConnections({ fetchFor: () => fetch as never, environment: process.env, idleMs: 50 });
  closing.push(() => idle.close());
  await idle.call(ours(), 'echo', { text: 'x' }, limit);
  await expect.poll(() => idle.size, { timeout: 20_000 }).toBe(0);
});

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
