import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandEnd, type CommandLimits, type CommandRunner, createCommandRunner } from '@countersign/local-tools';
import { hasSandbox, processesNamed } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const megabyte = 1024 * 1024;
/** Small ones, so that nobody has to wait until a machine is full. */
const limits: Partial<CommandLimits> = {
  memoryBytesMax: 256 * megabyte,
  askedBytesMax: 4096 * megabyte,
  processesMax: 40,
  threadsMax: 200,
  openFilesMax: 128,
  fileBytesMax: 8 * megabyte,
  temporaryBytesMax: 16 * megabyte,
  temporaryFilesMax: 500,
  sharedMemoryBytesMax: 4 * megabyte,
};

/** As many as the system lets it start; they stay until somebody ends them. */
const threads = `
import threading, time
threading.stack_size(65536)
try:
    for _ in range(1000): threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
except RuntimeError: pass
time.sleep(60)`;

describe.skipIf(!hasSandbox)('a command that uses too much', () => {
  let runner: CommandRunner;
  let workspace: string;
  beforeAll(async () => {
    workspace = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-limits-')));
    const created = await createCommandRunner({ limits });
    if (created.runner === null) throw new Error(created.refusal ?? 'no runner');
    runner = created.runner;
  });
  afterAll(async () => {
    await runner.close();
    rmSync(workspace, { recursive: true });
  });

  it('is stopped where it starts process after process, and none is left [T6]', async () => {
    const { end } = await run(`bomb() { bomb | bomb & }; export COUNTERSIGN_BOMB=1; bomb; exec -a ${mark} sleep 60`);
    expect(end.stoppedBy).toBe('processes');
    expect(processesNamed(mark)).toEqual([]);
  });

  it.skipIf(!existsSync('/usr/bin/python3'))('is stopped where it starts thread after thread [T6]', async () => {
    const { end } = await run(`/usr/bin/python3 -c '${threads}'`);
    expect(end.stoppedBy).toBe('processes');
  });

  it('is stopped where its processes together take too much memory [T6]', async () => {
    const { end } = await run(`for i in 1 2 3 4; do perl -e '$x = "x" x (100 << 20); sleep 60' & done; wait`);
    expect(end.stoppedBy).toBe('memory');
  });

  it('is stopped where one process takes too much memory [T6]', async () => {
    const { end } = await run(`perl -e '$x = "x" x (600 << 20); sleep 60'`);
    expect(end.stoppedBy).toBe('memory');
  });

  it('gets no more memory than a process may ask for [T6]', async () => {
    const { output } = await run(`perl -e '$x = "x" x (5 << 30); print "ESCAPED\\n"'`);
    expect(output).not.toContain('ESCAPED');
  });

  it('gets no memory that belongs to no process [T6]', async () => {
    const { output } = await run(`perl -e 'syscall(319, my $n = "x", 0) >= 0 and print "ESCAPED\n"'`);
    expect(output).not.toContain('ESCAPED');
  });

  it('writes no file beyond the limit [T6]', async () => {
    await run('head -c 20M /dev/zero > big; true');
    expect(statSync(join(workspace, 'big')).size).toBeLessThanOrEqual(8 * megabyte);
  });

  it.each([
    ['/tmp', 16],
    ['/dev/shm', 4],
  ])('fills %s no further than its limit, and the machine has nothing of it [T6]', async (folder, megabytes) => {
    const { output } = await run(
      `for i in $(seq 9); do head -c 4M /dev/zero > ${folder}/${mark}-$i; done 2> /dev/null; du -smx ${folder}`,
    );
    expect(Number.parseInt(output, 10)).toBeLessThanOrEqual(megabytes);
    expect(readdirSync(folder).filter((name) => name.startsWith(mark))).toEqual([]);
  });

  it('is stopped where it makes file after file in /tmp [T6]', async () => {
    const { end } = await run('i=0; while :; do : > /tmp/$((i += 1)); done');
    expect(end.stoppedBy).toBe('disk');
  });

  it('opens no more files than it may [T6]', async () => {
    const { output } = await run(
      'for i in $(seq 10 400); do eval "exec $i</dev/null" || break; done 2> /dev/null; ls /proc/$$/fd | wc -l; ulimit -n; ulimit -c',
    );
    expect(output).toMatch(/\b128\b/);
    expect(output).not.toContain('400');
  });

  it('is not stopped where it stays within every limit', async () => {
    const { end, output } = await run('for i in $(seq 8); do sleep 0.2 & done; wait; echo done');
    expect(end).toMatchObject({ exitCode: 0, stoppedBy: null });
    expect(output).toBe('done\n');
  });

  const mark = `countersign-bomb-${process.pid}`;

  async function run(script: string): Promise<{ end: CommandEnd; output: string }> {
    const printed: Uint8Array[] = [];
    const end = await runner.run({
      argv: ['/bin/bash', '--noprofile', '--norc', '-c', script],
      workingFolder: workspace,
      roots: [workspace],
      mayWrite: true,
      mayUseNetwork: false,
      pinnedFiles: [],
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      onOutput: ({ bytes }) => printed.push(bytes),
    });
    return { end, output: Buffer.concat(printed).toString('utf8') };
  }
});
