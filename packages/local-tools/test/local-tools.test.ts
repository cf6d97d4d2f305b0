import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, ToolDefinition } from '@countersign/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandEnd, CommandRequest, CommandRunner } from '../src/commands/command-runner.ts';
import { sha256 } from '../src/files/hash.ts';
import {
  createLocalTools,
  type Execution,
  type LocalTools,
  type LocalToolsOptions,
  localToolDefinitions,
  type RawOutput,
  UndoStore,
} from '../src/index.ts';

const ended: Omit<CommandEnd, 'printedBytes'> = { exitCode: 0, signal: null, stoppedBy: null, durationMs: 1234.4 };

describe('the local tools', () => {
  let root: string;
  let tools: LocalTools | null;
  let told: RawOutput[];
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-tools-')));
    told = [];
    tools = null;
  });
  afterEach(async () => {
    await tools?.close();
    rmSync(root, { recursive: true });
  });

  const open = (options: Partial<LocalToolsOptions> = {}): LocalTools => {
    tools = createLocalTools({ roots: [root], commands: null, ...options });
    return tools;
  };
  const executeOf =
    (of: LocalTools): LocalTools['execute'] =>
    async (...call) =>
      await of.execute(...call);
  const execution = (parts: Partial<Execution> = {}): Execution => ({
    callId: 'call-1',
    signal: new AbortController().signal,
    expectedFiles: [],
    mayUseNetwork: false,
    mayWrite: false,
    runsFiles: [],
    onOutput: (output) => told.push(output),
    ...parts,
  });
  /** Runs nothing: prints what it is told to, ends as it is told to, and remembers what it was asked. */
  const printing = (output: readonly RawOutput[], end: Partial<CommandEnd> = {}) => {
    const requests: CommandRequest[] = [];
    const commands: CommandRunner = {
      sandbox: 'none',
      async run(request) {
        requests.push(request);
        for (const piece of output) request.onOutput(piece);
        const bytesOf = (name: RawOutput['stream']) =>
          output.reduce((sum, { stream, bytes }) => sum + (stream === name ? bytes.length : 0), 0);
        return { ...ended, printedBytes: { stdout: bytesOf('stdout'), stderr: bytesOf('stderr') }, ...end };
      },
      async close() {},
    };
    return { commands, requests };
  };
  const out = (stream: RawOutput['stream'], bytes: string | Uint8Array): RawOutput => ({
    stream,
    bytes: Buffer.from(bytes),
  });
  const bash = async (commands: CommandRunner, args: JsonObject = {}, parts: Partial<Execution> = {}) =>
    await open({ commands }).execute('bash', { cmd: 'x', ...args }, execution(parts));

  it('all do their work in a thread of their own [T1, T9]', async () => {
    const undo = UndoStore.open(join(root, '.undo'));
    const execute = executeOf(open({ undo }));
    expect(await execute('write', { path: 'src/a.txt', content: 'one' }, execution())).toMatchObject({
      meta: { undo: true },
    });
    expect(
      await execute('edit', { path: 'src/a.txt', find: 'one', replace: 'two' }, execution({ callId: 'call-2' })),
    ).toMatchObject({ ok: true });
    expect(await execute('read', { path: 'src/a.txt' }, execution())).toMatchObject({ stdout: 'two' });
    expect(await execute('ls', { recursive: true }, execution())).toMatchObject({ stdout: 'src/\nsrc/a.txt\n' });
    expect(await execute('find', { name_pattern: 'a.*' }, execution())).toMatchObject({ stdout: 'src/a.txt\n' });
    expect(await execute('grep', { pattern: 'two' }, execution())).toMatchObject({ stdout: 'src/a.txt:1:two\n' });
    expect(await tools!.preview(['src/a.txt'])).toMatchObject([{ sha256: sha256(Buffer.from('two')), text: 'two' }]);
    undo.undo('call-2');
    expect(await execute('read_file', { path: 'src/a.txt' }, execution())).toMatchObject({ stdout: 'one' });
  });

  it('are those that were registered, each once [T2]', async () => {
    const [read] = localToolDefinitions as [ToolDefinition];
    expect(() => open({ definitions: [read, read] })).toThrow('There are two tools of the name "read".');
    expect(() => open({ definitions: [{ ...read, name: 'dance' }] })).toThrow('nothing that runs the tool "dance"');
    const execute = executeOf(open({ definitions: [read] }));
    expect(tools!.definitions).toEqual([read]);
    for (const name of ['write', 'dance', 'toString'])
      await expect(execute(name, {}, execution())).rejects.toMatchObject({ failureClass: 'validation' });
    expect(() => createLocalTools({ roots: [], commands: null })).toThrow(/At least one root/);
  });

  it('fail with a class and words, and go on working [T8]', async () => {
    const execute = executeOf(open());
    await expect(execute('read', { path: '../x' }, execution())).rejects.toMatchObject({
      name: 'ToolFailure',
      failureClass: 'policy',
      message: '"../x" leads outside the workspace.',
    });
    await expect(execute('read', { path: 3 }, execution())).rejects.toMatchObject({ failureClass: 'unknown' });
    expect(await execute('ls', {}, execution())).toMatchObject({ ok: true });
  });

  it('say what is wrong with a root, and work once it is right', async () => {
    const execute = executeOf(open());
    rmSync(root, { recursive: true });
    await expect(execute('ls', {}, execution())).rejects.toMatchObject({
      failureClass: 'tool_exec',
      message: `"${root}" does not exist.`,
    });
    mkdirSync(root);
    expect(await execute('ls', {}, execution())).toMatchObject({ ok: true });
  });

  it('stop for a cancel, and say so', async () => {
    const controller = new AbortController();
    controller.abort();
    const cancelled = open().execute('ls', {}, execution({ signal: controller.signal }));
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError', failureClass: 'tool_exec' });
  });

  it('stop for the time they may take, and say so [T8]', async () => {
    writeFileSync(join(root, 'a'), '');
    const execute = executeOf(open({ limits: { fileToolTimeoutMs: 0 } }));
    const failureOf = async () =>
      await execute('grep', { pattern: 'a' }, execution()).then(
        () => null,
        (error: unknown) => error,
      );
    // A machine that is busy enough may search before it notices that the time is over.
    let failure = await failureOf();
    for (let tries = 0; failure === null && tries < 1000; tries += 1) failure = await failureOf();
    expect(failure).toMatchObject({ name: 'ToolFailure', failureClass: 'timeout' });
  });

  it('are refused where no commands are run, with the words that were given [T6]', async () => {
    const execute = executeOf(open({ commandsRefusal: 'No sandbox. Start with --allow-unsandboxed.' }));
    for (const [name, args] of [
      ['bash', { cmd: 'ls' }],
      ['execute_command', { command: 'ls' }],
    ] as const)
      await expect(execute(name, args, execution())).rejects.toMatchObject({
        failureClass: 'policy',
        message: 'No sandbox. Start with --allow-unsandboxed.',
      });
  });

  it('run commands in a folder of the workspace, with what was decided about them [G3, T6]', async () => {
    const { commands, requests } = printing([]);
    const execute = executeOf(open({ commands }));
    await execute('write', { path: 'src/run.sh', content: 'echo' }, execution());
    await execute('bash', { cmd: 'ls; pwd', workdir: 'src', timeout_seconds: 5 }, execution({ mayWrite: true }));
    await execute(
      'execute_command',
      { command: 'ls', args: ['-l', '$x'], timeout: 7 },
      execution({ mayUseNetwork: true }),
    );
    expect(requests).toMatchObject([
      {
        argv: ['/bin/bash', '--noprofile', '--norc', '-c', 'ls; pwd'],
        workingFolder: join(root, 'src'),
        roots: [root],
        mayWrite: true,
        mayUseNetwork: false,
        timeoutMs: 5000,
        pinnedFiles: [],
      },
      { argv: ['ls', '-l', '$x'], workingFolder: root, mayWrite: false, mayUseNetwork: true, timeoutMs: 7000 },
    ]);
    await expect(execute('bash', { cmd: 'ls', workdir: '..' }, execution())).rejects.toMatchObject({
      failureClass: 'policy',
    });
    await expect(execute('bash', { cmd: 'a\0b' }, execution())).rejects.toMatchObject({ failureClass: 'validation' });
  });

  it('tell what a command prints as it prints it, and put it into the result [T3, T7]', async () => {
    const euro = Buffer.from('€');
    const { commands } = printing([
      out('stdout', euro.subarray(0, 1)),
      out('stderr', 'warn\n'),
      out('stdout', euro.subarray(1)),
      out('stdout', Buffer.from([0xff])),
    ]);
    expect(await bash(commands)).toEqual({
      ok: true,
      exit_code: 0,
      stdout: '€\ufffd',
      stderr: 'warn\n',
      truncated_lines: false,
      truncated_bytes: false,
      next_page_cursor: null,
      meta: { execution_time: 1.234, signal: null, stopped_by: null, stdout_bytes: 4, stderr_bytes: 5 },
    });
    expect(told.map(({ stream, bytes }) => [stream, bytes.length])).toEqual([
      ['stdout', 1],
      ['stderr', 5],
      ['stdout', 2],
      ['stdout', 1],
    ]);
  });

  it('pass on 1 MB at the most, and put both ends of it into the result [G1, T3]', async () => {
    const line = `${'ü'.repeat(31)}\n`;
    const { commands } = printing(Array.from({ length: 20 }, () => out('stdout', line.repeat(1000))));
    const result = await bash(commands);
    expect(told.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(512 * 1024);
    expect(result).toMatchObject({ truncated_lines: true, truncated_bytes: true, meta: { stdout_bytes: 1_260_000 } });
    expect(Buffer.byteLength(result.stdout)).toBeLessThan(51_300);
    expect(result.stdout).not.toContain('\ufffd');
    expect(result.stdout).toMatch(/\[… \d+ bytes left out …\][\s\S]+\n\[… 735712 bytes more …\]\n$/);
  });

  it('say how a command ended that was not well [T8]', async () => {
    const printed = [out('stdout', 'so far')];
    expect(await bash(printing(printed, { exitCode: 3 }).commands)).toMatchObject({ ok: false, exit_code: 3 });
    expect(await bash(printing(printed, { exitCode: null, signal: 'SIGSEGV' }).commands)).toMatchObject({
      ok: false,
      exit_code: 139,
      meta: { signal: 'SIGSEGV' },
    });
    const killed = { exitCode: null, signal: 'SIGKILL' };
    for (const [stoppedBy, failureClass, name] of [
      ['timeout', 'timeout', 'ToolFailure'],
      ['memory', 'tool_exec', 'ToolFailure'],
      ['processes', 'tool_exec', 'ToolFailure'],
      ['disk', 'tool_exec', 'ToolFailure'],
      ['cancel', 'tool_exec', 'AbortError'],
    ] as const)
      await expect(bash(printing(printed, { ...killed, stoppedBy }).commands)).rejects.toMatchObject({
        name,
        failureClass,
        result: { ok: false, exit_code: 137, stdout: 'so far', meta: { stopped_by: stoppedBy } },
      });
  });

  it('give a command the very bytes that were checked [L7]', async () => {
    const { commands, requests } = printing([]);
    writeFileSync(join(root, 'run.sh'), 'echo shown', { mode: 0o755 });
    writeFileSync(join(root, 'data'), 'data');
    const expectedFiles = [
      { path: 'run.sh', sha256: sha256(Buffer.from('echo shown')) },
      { path: 'data', sha256: sha256(Buffer.from('data')) },
    ];
    await bash(commands, {}, { expectedFiles, runsFiles: ['./run.sh'] });
    expect(requests[0]!.pinnedFiles).toEqual([
      { path: join(root, 'run.sh'), bytes: expect.any(Uint8Array), mode: 0o755 },
    ]);
    expect(Buffer.from(requests[0]!.pinnedFiles[0]!.bytes).toString()).toBe('echo shown');
    await tools!.close();
    writeFileSync(join(root, 'run.sh'), 'echo other');
    await expect(bash(commands, {}, { expectedFiles, runsFiles: ['run.sh'] })).rejects.toMatchObject({
      failureClass: 'policy',
      message: 'Changed since it was shown: "run.sh". Ask again.',
    });
    expect(requests).toHaveLength(1);
  });

  it('read only what stands there as it was shown [L7]', async () => {
    writeFileSync(join(root, 'a'), 'a');
    const execute = executeOf(open());
    const shown = (hash: string | null) => execution({ expectedFiles: [{ path: 'a', sha256: hash }] });
    expect(await execute('read', { path: 'a' }, shown(sha256(Buffer.from('a'))))).toMatchObject({ stdout: 'a' });
    await expect(execute('read', { path: 'a' }, shown(null))).rejects.toMatchObject({ failureClass: 'policy' });
  });
});
