import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSandbox, processesNamed } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HelperLost } from '../spawn/helper-lost.ts';
import type { CommandRequest } from './command-runner.ts';
import { createCommandRunner } from './create-command-runner.ts';
import type { HelperCommandRunner } from './helper-command-runner.ts';

const kinds = [...(hasSandbox ? ['bubblewrap'] : []), 'none'] as const;

describe.each(kinds)('commands, with the sandbox %s,', (kind) => {
  let runner: HelperCommandRunner;
  let root: string;
  let count = 0;
  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-commands-')));
    const missing = { sandboxProgram: '/nowhere/bwrap', allowUnsandboxed: true };
    const created = await createCommandRunner(kind === 'none' ? missing : {});
    if (created.runner === null) throw new Error(created.refusal ?? 'no runner');
    runner = created.runner;
    expect(runner.sandbox).toBe(kind);
  });
  afterAll(async () => {
    await runner.close();
    rmSync(root, { recursive: true });
  });

  it('tell their exit code and both streams [T6, T7]', async () => {
    const { end, stdout, stderr } = await run('echo out; echo err >&2; exit 7');
    expect(end).toMatchObject({ exitCode: 7, signal: null, stoppedBy: null, printedBytes: { stdout: 4, stderr: 4 } });
    expect([stdout, stderr]).toEqual(['out\n', 'err\n']);
  });

  it('can open their streams by name, as scripts do', async () => {
    const { end, stdout, stderr } = await run('echo out > /dev/stdout; echo err | tee /dev/stderr > /dev/null');
    expect([end.exitCode, stdout, stderr]).toEqual([0, 'out\n', 'err\n']);
  });

  it('have nothing to read and no terminal', async () => {
    const { stdout } = await run('cat; test -t 0 || echo none; (: < /dev/tty) 2> /dev/null || echo no terminal');
    expect(stdout).toBe('none\nno terminal\n');
  });

  it('hand on every byte as it is [T7]', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    writeFileSync(join(root, 'bytes'), bytes);
    const { raw } = await run('cat bytes');
    expect(raw.equals(bytes)).toBe(true);
  });

  it('are heard while they run, and in the order of one stream [T7]', async () => {
    const controller = new AbortController();
    const { end, stdout } = await run('echo first; sleep 60; echo never', {
      signal: controller.signal,
      onOutput: () => controller.abort(),
    });
    expect(end.stoppedBy).toBe('cancel');
    expect(stdout).toBe('first\n');
  });

  it('may print without end: what is past the limit is counted and goes nowhere [T7]', async () => {
    const { end, raw } = await run('head -c 5000000 /dev/zero; head -c 3000000 /dev/zero >&2');
    expect(end.printedBytes).toEqual({ stdout: 5_000_000, stderr: 3_000_000 });
    expect(raw.length).toBe(1024 * 1024);
  });

  it('are ended at the timeout with every process they started [T6]', async () => {
    const name = unique();
    const { end } = await run(
      `sleep ${name} & (setsid sleep ${name} &); (trap "" TERM; sleep ${name}; :) & sleep ${name}`,
      {
        timeoutMs: 300,
      },
    );
    expect(end).toMatchObject({ exitCode: null, stoppedBy: 'timeout' });
    expect(processesNamed(name)).toEqual([]);
  });

  it('are asked to end before they are ended', async () => {
    const controller = new AbortController();
    const { end, stdout } = await run('trap "echo asked; exit" TERM; echo ready; while :; do sleep 0.01; done', {
      signal: controller.signal,
      onOutput: () => controller.abort(),
    });
    expect(end).toMatchObject({ stoppedBy: 'cancel', signal: 'SIGTERM' });
    expect(stdout).toBe('ready\nasked\n');
  });

  it('are ended where they do not listen', async () => {
    const { end } = await run('trap "" TERM INT HUP; while :; do :; done', { timeoutMs: 100 });
    expect(end).toMatchObject({ stoppedBy: 'timeout', signal: 'SIGKILL' });
  });

  it.each([
    ['nohup', 'nohup sleep NAME > /dev/null 2>&1 &'],
    ['setsid', 'setsid sleep NAME &'],
    ['a double fork', '(setsid bash -c "sleep NAME & disown; exit" &) > /dev/null 2>&1'],
    ['disown', 'sleep NAME > /dev/null 2>&1 & disown -a'],
    ['a coprocess', 'coproc sleep NAME'],
  ])('leave nothing behind by %s [T6]', async (_, script) => {
    const name = unique();
    const { end } = await run(`${script.replace('NAME', name)}\necho done`);
    expect(end).toMatchObject({ exitCode: 0, stoppedBy: null });
    expect(processesNamed(name)).toEqual([]);
  });

  it('are not started where they were cancelled before', async () => {
    const { end } = await run('touch cancelled', { signal: AbortSignal.abort() });
    expect(end.stoppedBy).toBe('cancel');
    expect(existsSync(join(root, 'cancelled'))).toBe(false);
  });

  it('say what is wrong where a program is missing or is none [T8]', async () => {
    writeFileSync(join(root, 'text'), 'text');
    await expect(run('', { argv: ['no-such-program'] })).rejects.toMatchObject({
      failureClass: 'tool_exec',
      message: expect.stringContaining('"no-such-program" cannot be started: there is no such program'),
    });
    await expect(run('', { argv: [join(root, 'text')] })).rejects.toMatchObject({ failureClass: 'tool_exec' });
    const long = ['echo', 'x'.repeat(1024 * 1024)];
    await expect(run('', { argv: long })).rejects.toThrow('its words are too long');
  });

  it('run several at once without mixing what they print', async () => {
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => run(`for i in 1 2 3; do echo ${number}; done`)));
    expect(all.map(({ stdout }) => stdout)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `${number}\n`.repeat(3)));
  });

  it('are refused outside the roots and in folders of the system [T6]', async () => {
    await expect(run('true', { workingFolder: '/' })).rejects.toMatchObject({ failureClass: 'policy' });
    for (const place of ['/', '/etc', '/usr', '/proc/self/root', '/tmp']) {
      await expect(run('true', { roots: [place], workingFolder: place })).rejects.toMatchObject({
        failureClass: 'policy',
      });
    }
  });

  it('run the bytes that were approved, or not at all [T6]', async () => {
    const path = join(root, 'script.sh');
    writeFileSync(path, '#!/bin/bash\necho approved\n', { mode: 0o755 });
    const pinnedFiles = [{ path, bytes: Buffer.from('#!/bin/bash\necho approved\n'), mode: 0o755 }];
    const before = await run('', { argv: ['./script.sh'], pinnedFiles });
    expect(before.stdout).toBe('approved\n');
    writeFileSync(path, '#!/bin/bash\necho swapped\n');
    const after = run('', { argv: ['./script.sh'], pinnedFiles });
    if (kind === 'none') await expect(after).rejects.toMatchObject({ failureClass: 'policy' });
    else expect((await after).stdout).toBe('approved\n');
  });

  it('are lost with their helper, and the next one gets a new helper [T6, T8]', async () => {
    const name = unique();
    const lost = run(`echo started; sleep ${name}`, { onOutput: () => process.kill(runner.helperPid!, 'SIGKILL') });
    await expect(lost).rejects.toBeInstanceOf(HelperLost);
    await expect(lost).rejects.toMatchObject({ failureClass: 'unknown' });
    await expect.poll(() => processesNamed(name)).toEqual([]);
    expect((await run('echo again')).stdout).toBe('again\n');
  });

  it('end where whoever asked cannot take what they print', async () => {
    const name = unique();
    const onOutput = () => {
      throw new Error('cannot take it');
    };
    await expect(run(`echo x; sleep ${name}`, { onOutput })).rejects.toThrow('cannot take it');
    await expect.poll(() => processesNamed(name), { timeout: 10_000 }).toEqual([]);
  });

  it('have a clean environment [T6]', async () => {
    process.env.COUNTERSIGN_TEST_TOKEN = 'secret';
    const { stdout } = await run('env; ulimit -c');
    delete process.env.COUNTERSIGN_TEST_TOKEN;
    const names = stdout.split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
    const own = [
      'GIT_PAGER',
      'GIT_TERMINAL_PROMPT',
      'HOME',
      'LANG',
      'LOGNAME',
      'PAGER',
      'PATH',
      'SHELL',
      'TERM',
      'TMPDIR',
      'USER',
    ];
    const byShell = ['OLDPWD', 'PWD', 'SHLVL', '_', 'COUNTERSIGN_COMMAND'];
    expect(names.filter((name) => !own.includes(name) && !byShell.includes(name))).toEqual([]);
    expect(stdout).toMatch(/^0$/m);
  });

  it('can use git in a repository of their root', async () => {
    const { end, stdout } = await run('git init -q repo && cd repo && touch a && git add a && git status --short');
    expect([end.exitCode, stdout]).toEqual([0, 'A  a\n']);
  });

  function unique(): string {
    count += 1;
    return `${98_000 + count}.${process.pid}`;
  }

  async function run(script: string, options: Partial<CommandRequest> = {}) {
    const pieces: { stream: string; bytes: Uint8Array }[] = [];
    const end = await runner.run({
      argv: ['/bin/bash', '--noprofile', '--norc', '-c', script],
      workingFolder: root,
      roots: [root],
      mayWrite: true,
      mayUseNetwork: false,
      pinnedFiles: [],
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      ...options,
      onOutput: (output) => {
        pieces.push(output);
        options.onOutput?.(output);
      },
    });
    const of = (name: string) =>
      Buffer.concat(pieces.filter(({ stream }) => stream === name).map(({ bytes }) => bytes));
    return { end, raw: of('stdout'), stdout: of('stdout').toString('utf8'), stderr: of('stderr').toString('utf8') };
  }
});

describe.skipIf(!hasSandbox)('a root that a command may only read', () => {
  it('stays as it is, and one it may write changes [T6]', async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-read-only-')));
    const { runner } = await createCommandRunner();
    const request = {
      argv: ['/bin/bash', '-c', 'echo written > file'],
      ...{ workingFolder: root, roots: [root], mayUseNetwork: false, pinnedFiles: [], timeoutMs: 20_000 },
      signal: new AbortController().signal,
      onOutput: () => {},
    };
    expect(await runner!.run({ ...request, mayWrite: false })).toMatchObject({ exitCode: 1 });
    expect(existsSync(join(root, 'file'))).toBe(false);
    expect(await runner!.run({ ...request, mayWrite: true })).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('written\n');
    await runner!.close();
    rmSync(root, { recursive: true });
  });
});

describe.skipIf(!hasSandbox)('a folder of the runner in a root', () => {
  it('is not seen by commands, nor changed [T6]', async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-private-')));
    const privateFolder = join(root, 'state');
    const { runner } = await createCommandRunner({ privateFolder });
    const printed: Uint8Array[] = [];
    await runner!.run({
      argv: ['/bin/bash', '-c', 'ls -A state; rm -rf state/*; touch state/new; mv state moved; echo ended'],
      ...{
        workingFolder: root,
        roots: [root],
        mayUseNetwork: false,
        pinnedFiles: [],
        timeoutMs: 20_000,
        mayWrite: true,
      },
      signal: new AbortController().signal,
      onOutput: ({ stream, bytes }) => stream === 'stdout' && printed.push(bytes),
    });
    expect(Buffer.concat(printed).toString('utf8')).toBe('ended\n');
    expect(existsSync(join(root, 'state/new'))).toBe(false);
    await runner!.close();
    rmSync(root, { recursive: true });
  });
});
