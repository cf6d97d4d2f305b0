import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { firstInputDescriptor } from '../sandbox/sandbox.ts';
import type { StartOrder } from './messages.ts';
import type { OutputPipe, OutputPipes } from './output-pipes.ts';
import { startFailure } from './start-failure.ts';

/** A command that was started, and what it prints. */
export type StartedCommand = {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
};

/** Starts a program in a session of its own, with nothing to read and no terminal; or says why it could not. */
export async function startCommand(order: StartOrder, pipes: OutputPipes): Promise<StartedCommand | string> {
  const isOwn = order.processes === 'own';
  const ends = { stdout: pipes.take(isOwn), stderr: pipes.take(isOwn) };
  const program = order.argv[0]!;
  let child: ChildProcess;
  try {
    child = spawnIt(order, ends);
  } catch (error) {
    for (const end of Object.values(ends)) end.open(null)?.resume();
    return startFailure(program, (error as NodeJS.ErrnoException).code);
  }
  const stdout = ends.stdout.open(child.stdout)!;
  const stderr = ends.stderr.open(child.stderr)!;
  if (child.pid === undefined) {
    for (const stream of [stdout, stderr]) stream.resume();
    const code = await new Promise<string | undefined>((resolve) =>
      child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code)),
    );
    return startFailure(program, code);
  }
  feed(child, order.inputs);
  return { child, pid: child.pid, stdout, stderr };
}

type Ends = { readonly stdout: OutputPipe; readonly stderr: OutputPipe };

function spawnIt({ argv, env, folder, inputs, mark, processes }: StartOrder, { stdout, stderr }: Ends): ChildProcess {
  const [program, ...words] = argv;
  const [name, value] = mark.split('=') as [string, string];
  const isOwn = processes === 'own';
  const opened = inputs.map((input) => (typeof input === 'string' ? openSync(input, 'r') : ('pipe' as const)));
  try {
    return spawn(program!, words, {
      cwd: folder,
      env: isOwn ? { ...env } : { ...env, [name]: value },
      detached: true,
      stdio: ['ignore', stdout.end, stderr.end, isOwn ? 'pipe' : 'ignore', ...opened],
    });
  } finally {
    for (const input of opened) if (input !== 'pipe') closeSync(input);
  }
}

function feed(child: ChildProcess, inputs: StartOrder['inputs']): void {
  for (const [index, bytes] of inputs.entries()) {
    if (typeof bytes === 'string') continue;
    const stream = child.stdio[firstInputDescriptor + index] as Writable;
    // A sandbox that could not be made has closed it; that is told by how it ended.
    stream.on('error', () => {});
    stream.end(bytes);
  }
}
