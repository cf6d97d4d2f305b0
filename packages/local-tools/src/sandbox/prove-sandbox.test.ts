import { readdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { hasSandbox } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { defaultCommandLimits } from '../commands/command-limits.ts';
import { createCommandRunner } from '../commands/create-command-runner.ts';
import { bubblewrap } from './bubblewrap.ts';
import type { Sandbox, WrappedCommand } from './sandbox.ts';
import { toolFolders } from './tool-folders.ts';

const isRoot = process.getuid?.() === 0;

describe.skipIf(!hasSandbox)('the proof of a sandbox', () => {
  it('holds for the sandbox as it is, with every check told [T6]', async () => {
    const { runner, proof, refusal } = await createCommandRunner();
    await runner?.close();
    expect(refusal).toBeNull();
    expect(proof).toMatchObject({ kind: 'bubblewrap', holds: true });
    expect(proof!.checks.map(({ name }) => name)).toEqual([
      ...['probe', 'listeners', 'tcp', 'udp', 'dns', 'writing outside', 'reading outside', 'reading the home'],
      ...['writable root', 'read-only root', 'environment', 'signals', 'new privileges', 'capabilities', 'processes'],
      ...['namespaces', 'kernel settings', 'calls to the kernel', 'nesting'],
    ]);
    expect(proof!.checks.filter(({ isHeld, saw }) => !isHeld || saw === '')).toEqual([]);
  });

  it('leaves nothing behind [T6]', async () => {
    const { runner } = await createCommandRunner();
    await runner?.close();
    const left = [...readdirSync(homedir()), ...readdirSync(tmpdir())];
    expect(left.filter((name) => name.startsWith(`.countersign-canary-${process.pid}-`))).toEqual([]);
    expect(process.env.COUNTERSIGN_CANARY_TOKEN).toBeUndefined();
  });

  it.each<[string, string, (wrapped: WrappedCommand) => WrappedCommand]>([
    ['has the network of the machine', 'tcp', (it) => ({ ...it, argv: before(it, '--uid', ['--share-net']) })],
    ['lets packets through', 'udp', (it) => ({ ...it, argv: before(it, '--uid', ['--share-net']) })],
    [
      'names servers for names',
      'dns',
      (it) => ({ ...it, argv: before(it, '--remount-ro', ['--ro-bind', '/etc/resolv.conf', '/etc/resolv.conf'], -1) }),
    ],
    [
      'shows the disk',
      'reading outside',
      (it) => ({ ...it, argv: before(it, '--chdir', ['--ro-bind', tmpdir(), tmpdir()]) }),
    ],
    [
      'shows the home',
      'reading the home',
      (it) => ({ ...it, argv: before(it, '--remount-ro', ['--ro-bind', homedir(), homedir()], -1) }),
    ],
    [
      'lets the disk be written',
      'writing outside',
      (it) => ({ ...it, argv: before(it, '--chdir', ['--bind', tmpdir(), tmpdir()]) }),
    ],
    [
      'lets a read-only root be written',
      'read-only root',
      (it) => ({
        ...it,
        argv: it.argv.map((word, index) =>
          word === '--ro-bind' && it.argv[index + 1]!.endsWith('/ro') ? '--bind' : word,
        ),
      }),
    ],
    [
      'lets no root be written',
      'writable root',
      (it) => ({ ...it, argv: it.argv.map((word) => (word === '--bind' ? '--ro-bind' : word)) }),
    ],
    [
      'hands on the environment',
      'environment',
      (it) => ({ ...it, env: { ...(process.env as Record<string, string>), ...it.env } }),
    ],
    [
      'shows other processes',
      'namespaces',
      (it) => ({
        ...it,
        argv: swapped(it, '--unshare-all', ['--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try']),
      }),
    ],
    [
      'lets processes be signalled',
      'signals',
      (it) => ({
        ...it,
        argv: swapped(it, '--unshare-all', ['--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try']),
      }),
    ],
    ['filters no calls', 'calls to the kernel', (it) => ({ ...it, argv: without(it, '--seccomp', 2) })],
    ['lets namespaces be made', 'nesting', (it) => ({ ...it, argv: without(it, '--disable-userns', 1) })],
    [
      'runs nothing',
      'probe',
      (it) => ({ ...it, argv: [...it.argv.slice(0, it.argv.indexOf('--')), '--', '/bin/true'] }),
    ],
    ['cannot be made', 'probe', (it) => ({ ...it, argv: [it.argv[0]!, '--no-such-flag'] })],
    ...(isRoot
      ? ([
          [
            'leaves rights of root',
            'capabilities',
            (it) => ({ ...it, argv: before(it, '--chdir', ['--cap-add', 'CAP_NET_RAW']) }),
          ],
          ['lets the kernel be set', 'kernel settings', (it) => ({ ...it, argv: without(it, '--remount-ro', 2) })],
        ] satisfies [string, string, (wrapped: WrappedCommand) => WrappedCommand][])
      : []),
  ])('notices a sandbox that %s [T6]', async (_, check, breakIt) => {
    const { runner, proof, refusal } = await createCommandRunner({ sandbox: broken(breakIt) });
    await runner?.close();
    expect(runner).toBeNull();
    expect(proof!.checks.filter(({ isHeld }) => !isHeld).map(({ name }) => name)).toContain(check);
    expect(refusal).toContain(`The sandbox does not hold: `);
    expect(refusal).toContain(check);
  });

  it('gives a runner without a sandbox only to who asks for it by name, and says why [T6]', async () => {
    const sandbox = broken((it) => ({ ...it, argv: before(it, '--uid', ['--share-net']) }));
    const { runner, refusal } = await createCommandRunner({ sandbox, allowUnsandboxed: true });
    expect(runner?.sandbox).toBe('none');
    expect(refusal).toContain('The sandbox does not hold');
    await runner!.close();
  });
});

describe('a missing sandbox', () => {
  it('is said loudly, and no command runs [T6]', async () => {
    const { runner, proof, refusal } = await createCommandRunner({ sandboxProgram: '/nowhere/bwrap' });
    expect([runner, proof]).toEqual([null, null]);
    expect(refusal).toContain('There is no sandbox');
    expect(refusal).toContain('--allow-unsandboxed');
  });
});

function broken(breakIt: (wrapped: WrappedCommand) => WrappedCommand): Sandbox {
  const whole = bubblewrap({
    program: '/usr/bin/bwrap',
    limits: defaultCommandLimits,
    toolFolders: toolFolders([]),
    environment: {},
    privateFolder: null,
    gitIdentity: null,
  });
  return { ...whole, wrap: (reach) => breakIt(whole.wrap(reach)) };
}

/** Words put before the first or the last time another stands there. */
function before({ argv }: WrappedCommand, word: string, more: readonly string[], which = 0): string[] {
  const end = argv.indexOf('--');
  const at = which === 0 ? argv.indexOf(word) : argv.slice(0, end).lastIndexOf(word);
  return [...argv.slice(0, at), ...more, ...argv.slice(at)];
}

function swapped({ argv }: WrappedCommand, word: string, others: readonly string[]): string[] {
  return argv.flatMap((it) => (it === word ? others : [it]));
}

function without({ argv }: WrappedCommand, word: string, words: number): string[] {
  const at = argv.indexOf(word);
  return [...argv.slice(0, at), ...argv.slice(at + words)];
}
