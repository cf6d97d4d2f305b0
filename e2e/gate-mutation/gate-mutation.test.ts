import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutateGate } from './mutate-gate.ts';
import { plantTrap, type Trap } from './plant-trap.ts';
import { runForReal } from './run-for-real.ts';
import { complainOfCommand, complainOfScript } from './static-oracle.ts';

const canRun = ['bwrap', 'strace'].every((program) => spawnSync(program, ['--version']).status === 0) && canSandbox();

/** The short version; `npm run test:gate` is the long one. */
describe('calls that a grammar makes up', () => {
  let trap: Trap;
  beforeAll(() => {
    trap = plantTrap(realpathSync(mkdtempSync(join(tmpdir(), 'countersign-gate-'))));
  });
  afterAll(() => rmSync(trap.base, { recursive: true }));

  it('run unasked only where a second, independent opinion has nothing against it [G1, G3]', async () => {
    const { low, denied, findings } = await mutateGate(trap, { seed: 20, calls: 8000, runs: 0 });
    expect(findings).toEqual([]);
    expect(low).toBeGreaterThan(1000);
    expect(denied).toBeGreaterThan(1000);
  });

  it.skipIf(!canRun)(
    'start, open and write nothing but what the gate took them for, when they are run [G1, G3]',
    async () => {
      const { ran, findings } = await mutateGate(trap, { seed: 21, calls: 2000, runs: 60 });
      expect(findings).toEqual([]);
      expect(ran).toBeGreaterThan(40);
      expect(existsSync(join(trap.workspace, 'pwned'))).toBe(false);
    },
  );

  it.skipIf(!canRun).each([
    ['writes a file', ['sort', '-o', 'pwned', 'README.md'], 'openat pwned'],
    ['reads the secret', ['cat', 'link.txt'], 'openat link.txt'],
    ['reads the secret in a folder', ['grep', '-R', 'x', '.'], 'openat'],
    ['starts another program', ['bash', '-c', "printf '1%n' PATH; ls"], 'execve 1/ls'],
    ['removes a file', ['rm', '-f', 'nosuch'], 'unlinkat nosuch'],
    ['talks to the network', ['bash', '-c', 'echo > /dev/tcp/127.0.0.1/9'], 'connect'],
  ])('would be seen where one %s', async (_, argv, complaint) => {
    const other = plantTrap(join(trap.base, 'other', String(Math.random())));
    const { complaints } = await runForReal(argv, other);
    expect(complaints.join('\n')).toContain(complaint);
  });

  it.each([
    [['rm', 'x'], 'no command that only looks'],
    [['cat', 'link.txt'], 'reads link.txt'],
    [['grep', '-e', 'x', 'linkdir'], 'reads linkdir'],
    [['sort', '-ro', 'x', 'README.md'], 'has o'],
    [['sort', '--outp=x'], 'has outp'],
    [['find', '.', '-delete'], 'find -delete'],
    [['cat', 'a\0b'], 'NUL'],
  ])('are complained of where they should be: %j', (argv, complaint) => {
    expect(complainOfCommand(argv, trap)).toContain(complaint);
  });

  it.each(['ls $x', 'ls "`x`"', 'ls > x', 'ls & ls', 'ls (', 'A=b ls', 'ls; B=c', 'ls "', 'ls\rx'])(
    'are complained of where a script does more than look: %j',
    (script) => {
      expect(complainOfScript(script)).not.toBeNull();
    },
  );
});

function canSandbox(): boolean {
  const { status } = spawnSync('bwrap', [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--unshare-net'],
    ...['strace', '-o', '/dev/null', 'true'],
  ]);
  return status === 0;
}
