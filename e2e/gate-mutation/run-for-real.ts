import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Trap } from './plant-trap.ts';

/** A call that ran in a sandbox with a writable workspace, and what it was seen doing. */
export type Seen = {
  /** The words of every program that was started, the first one included. */
  readonly started: readonly (readonly string[])[];
  readonly complaints: readonly string[];
};

const watched =
  'execve,execveat,openat,openat2,open,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,symlink,symlinkat,link,linkat,mknod,mknodat,truncate,ftruncate,chmod,fchmod,fchmodat,chown,fchown,fchownat,lchown,utimensat,setxattr,connect,socket,mount,kill,settimeofday,clock_settime';

/** Runs it under bubblewrap and strace. A write inside the workspace would succeed there, and be seen. */
export async function runForReal(argv: readonly string[], { base, workspace, outside }: Trap): Promise<Seen> {
  const traces = join(base, 'trace', String(runs++));
  mkdirSync(traces, { recursive: true });
  const sandbox = [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--bind', base, base],
    ...['--unshare-net', '--unshare-pid', '--die-with-parent', '--new-session', '--chdir', workspace, '--clearenv'],
    ...['--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'LANG', 'C.UTF-8', '--setenv', 'HOME', '/nonexistent'],
  ];
  const strace = [
    'strace',
    '-ff',
    '-qq',
    '-y',
    '-xx',
    '-s',
    '70000',
    '-o',
    join(traces, 'of'),
    '-e',
    `trace=${watched}`,
    '--',
  ];
  await finished(['bwrap', ...sandbox, ...strace, ...argv]);
  // One file a process: lines of one file alone would be torn apart where two of them are busy.
  const text = readdirSync(traces)
    .sort((one, other) => Number(one.slice(3)) - Number(other.slice(3)))
    .map((name) => readFileSync(join(traces, name), 'latin1'))
    .join('');
  rmSync(traces, { recursive: true });
  return { started: startedIn(text), complaints: complaintsIn(text, outside) };
}

let runs = 0;

function finished([program, ...args]: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(program!, args, { stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
    child.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    child.once('error', () => resolve());
  });
}

function startedIn(trace: string): string[][] {
  const started: string[][] = [];
  for (const [, words] of trace.matchAll(/execve\("[^"]*", \[(.*?)\], .*?\) = 0$/gm))
    started.push([...words!.matchAll(/"([^"]*)"/g)].map(([, hex]) => unhex(hex!)));
  return started;
}

function complaintsIn(trace: string, outside: string): string[] {
  const complaints: string[] = [];
  for (const line of trace.split('\n')) {
    const call = /^(\w+)\((.*)$/s.exec(line);
    if (!call) continue;
    const [, name, rest] = call;
    const path = unhex(/"([^"]*)"/.exec(rest!)?.[1] ?? '');
    const complain = (): number => complaints.push(`${name} ${path} ${rest!.slice(-80)}`);
    if (name === 'openat' || name === 'open') {
      const opened = /= \d+<(.*)>$/.exec(rest!)?.[1] ?? '';
      // strace writes names in hex too.
      if (/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(rest!) && !isHarmlessToWrite(path)) complain();
      if (unhex(opened).startsWith(outside)) complain();
    } else if (name === 'execve') {
      if (!/^\/(?:usr\/)?bin\//.test(path)) complain();
    } else if (name === 'connect' || name === 'socket') {
      if (!/AF_UNIX|AF_LOCAL/.test(rest!)) complain();
    } else if (!isHarmlessToWrite(path)) complain();
  }
  return complaints;
}

/** sort keeps what does not fit into memory, and tac what it cannot read backwards, in files of their own below /tmp. */
function isHarmlessToWrite(path: string): boolean {
  return path === '/dev/null' || path === '/dev/tty' || /^\/tmp\/(?:sort|tac)\w+$/.test(path);
}

function unhex(text: string): string {
  return Buffer.from(
    text.replace(/\\x([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}
