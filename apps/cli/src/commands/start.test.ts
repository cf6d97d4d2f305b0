import { describe, expect, it } from 'vitest';
import { fakeTerminal } from '../../test/fake-terminal.ts';
import { serverProgram } from '../../test/server-program.ts';
import { runCli } from '../run-cli.ts';

const ready = `{ type: 'ready', address: 'http://127.0.0.1:7717', link: 'http://127.0.0.1:7717/auth/link?ticket=t', project_id: 'p', data_dir: process.env.COUNTERSIGN_DATA_DIR }`;

async function start(source: string, flags: readonly string[] = [], given: Parameters<typeof fakeTerminal>[0] = {}) {
  const terminal = fakeTerminal({ ...given, serverEntry: () => serverProgram(source) });
  const code = await runCli(['start', '--no-open', '--no-runner', ...flags], terminal);
  return { code, out: terminal.out, err: terminal.err };
}

describe('countersign start', () => {
  it('shows where to go, where the data is and what to try next, and ends as the server does', async () => {
    const { code, out } = await start(`process.send(${ready}, () => process.exit(0))`, ['--data-dir', '/srv/cs']);
    expect(code).toBe(0);
    for (const part of [
      'http://127.0.0.1:7717/auth/link?ticket=t',
      '/srv/cs',
      'countersign demo',
      'token create --kind agent',
      'approvals watch',
    ]) {
      expect(out).toContain(part);
    }
  });

  it('prints one line of JSON with --json', async () => {
    const { out } = await start(`send(${ready}); process.disconnect()`, ['--json']);
    expect(out.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(out)).toMatchObject({ type: 'ready', address: 'http://127.0.0.1:7717' });
  });

  it('hands flags to the server as environment, and keeps its log quiet on a screen', async () => {
    const source = `send({ ...${ready}, link: JSON.stringify([process.env.COUNTERSIGN_PORT, process.env.COUNTERSIGN_LOG_LEVEL]) }); process.disconnect()`;
    const linkOf = (out: string) => JSON.parse((JSON.parse(out) as { link: string }).link) as unknown;
    expect(linkOf((await start(source, ['--json', '--port', '81'])).out)).toEqual(['81', null]);
    const onScreen = { showsProgress: true };
    expect(linkOf((await start(source, ['--json', '--port', '81'], onScreen)).out)).toEqual(['81', 'warn']);
    const loud = ['--json', '--log-level', 'debug', '--port', '81'];
    expect(linkOf((await start(source, loud, onScreen)).out)).toEqual(['81', 'debug']);
  });

  it('has nothing to open for a process that listens nowhere', async () => {
    const { out } = await start(`process.send({ ...${ready}, address: null, link: null }, () => process.exit(0))`, [
      ...['--role', 'worker'],
    ]);
    expect(out).toContain('Countersign works on runs here.');
    expect(out).not.toContain('http');
  });

  it('says why the server could not start', async () => {
    const { code, err } = await start(
      `process.send({ type: 'failed', message: 'port 7717 is taken' }, () => process.exit(1))`,
    );
    expect(code).toBe(1);
    expect(err).toContain('port 7717 is taken');
  });

  it('says what to do when the port is in use, and when the server said nothing', async () => {
    const taken = `process.send({ type: 'failed', message: 'listen EADDRINUSE: 127.0.0.1:7717' }, () => process.exit(1))`;
    expect((await start(taken)).err).toContain('--port');
    const { code, err } = await start('process.exit(3)');
    expect(code).toBe(1);
    expect(err).toContain('stopped before it was ready, with 3');
  });

  it('is what the command does without words', async () => {
    const terminal = fakeTerminal({
      serverEntry: () => serverProgram(`process.send(${ready}, () => process.exit(0))`),
    });
    expect(await runCli([], terminal)).toBe(0);
    expect(terminal.out).toContain('Countersign is running.');
  });

  it('explains a wrong setting before anything is started', async () => {
    const { code, err } = await start('process.exit(9)', ['--host', '0.0.0.0']);
    expect(code).toBe(64);
    expect(err).toContain('public_url is needed');
  });

  it('starts a runner for its roots and shows it, once the server knows it [T6, T9]', async () => {
    const runner = `
      const line = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
      const sandbox = { kind: 'bubblewrap', runsCommands: true, proof: null, refusal: null };
      line({ type: 'ready', roots: [process.argv.join(' ')], sandbox });
      line({ type: 'announced' });
      process.on('SIGTERM', () => process.exit(0));
      setInterval(() => {}, 1000);`;
    const source = `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); send(${ready})`;
    const terminal = fakeTerminal({
      serverEntry: () => serverProgram(source),
      ownEntry: () => serverProgram(runner),
      env: { COUNTERSIGN_TOOL_ALLOWED_ROOTS: '/work/site', COUNTERSIGN_TOKEN: 'not-for-it' },
    });
    const { write } = terminal;
    terminal.write = (text) => {
      write(text);
      process.emit('SIGTERM');
    };
    expect(await runCli(['start', '--no-open', '--allow-unsandboxed'], terminal)).toBe(0);
    expect(terminal.out).toMatch(
      /runs in .*runner --json --data-dir \/data --project p --root \/work\/site --allow-unsandboxed/,
    );
    expect(terminal.out).toContain('bubblewrap: it holds');
  });

  it('says why a runner ended that nobody stopped, and goes on without it', async () => {
    const source = `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); send(${ready})`;
    const terminal = fakeTerminal({
      serverEntry: () => serverProgram(source),
      ownEntry: () => serverProgram(`process.stderr.write('no folder'); process.exit(64)`),
    });
    const { write } = terminal;
    terminal.write = (text) => {
      write(text);
      process.emit('SIGTERM');
    };
    expect(await runCli(['start', '--no-open'], terminal)).toBe(0);
    expect(terminal.err).toContain('The runner ended (64). It is not started again.');
    expect(terminal.err).toContain('no folder');
    expect(terminal.out).toContain('Countersign is running.');
  });

  it('starts the bot too where it has a token, and tells it nothing that is for commands [W6]', async () => {
    const lives = `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000);`;
    const terminal = fakeTerminal({
      serverEntry: () => serverProgram(`${lives} send(${ready})`),
      telegramEntry: () =>
        serverProgram(
          `${lives} send({ type: 'ready', bot: [process.env.COUNTERSIGN_TOKEN, process.env.COUNTERSIGN_PORT] })`,
        ),
      env: { COUNTERSIGN_TELEGRAM_TOKEN: '1:t', COUNTERSIGN_TOKEN: 'not-for-it' },
    });
    const { write } = terminal;
    terminal.write = (text) => {
      write(text);
      if (text.includes('"telegram"')) process.emit('SIGTERM');
    };
    expect(await runCli(['start', '--json', '--no-runner', '--port', '81'], terminal)).toBe(0);
    expect(JSON.parse(terminal.out.trim().split('\n').at(-1)!)).toEqual({ type: 'telegram', bot: [null, '81'] });
  });

  it('passes a signal on and waits until the server has ended', async () => {
    const source = `process.on('SIGTERM', () => setImmediate(() => process.exit(5))); setInterval(() => {}, 1000); send(${ready})`;
    const terminal = fakeTerminal({ serverEntry: () => serverProgram(source) });
    const { write } = terminal;
    terminal.write = (text) => {
      write(text);
      process.emit('SIGTERM');
    };
    expect(await runCli(['start', '--json', '--no-runner'], terminal)).toBe(5);
  });
});
