import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex, Readable, Writable } from 'node:stream';
import type { StopReason } from '../commands/command-runner.ts';
import { firstInputDescriptor, reportDescriptor } from '../sandbox/sandbox.ts';
import { type CommandProcesses, ownProcesses, sharedProcesses } from './command-processes.ts';
import { forwardOutput, type SendOutput } from './forward-output.ts';
import type { HelperEnd, StartOrder } from './messages.ts';
import type { OutputPipe, OutputPipes } from './output-pipes.ts';
import { spawnLimits } from './spawn-limits.ts';
import { startFailure } from './start-failure.ts';
import { watchLimits } from './watch-limits.ts';

export type Supervised = {
  /** Asks the command to end, and ends it after a while. */
  stop(reason: StopReason): void;
  /** Ends it at once: there is nobody left to tell. */
  kill(): void;
};

/** What is told of a command. One of `end` and `notStarted`, once, after all output. */
export type SuperviseEvents = {
  readonly output: SendOutput;
  readonly end: (end: HelperEnd) => void;
  readonly notStarted: (reason: string) => void;
};

/** Starts a command and sees to its end: its own, at its time, or where it uses too much. */
export function superviseCommand(order: StartOrder, pipes: OutputPipes, events: SuperviseEvents): Supervised {
  const startedAt = performance.now();
  const isOwn = order.processes === 'own';
  const ends = [pipes.take(isOwn), pipes.take(isOwn)] as const;
  const child = start(order, ends);
  const streams = [ends[0].open(child.stdout), ends[1].open(child.stderr)] as const;
  const closed = Promise.all(streams.map(async (stream) => await once(stream, 'close')));
  if (child.pid === undefined) {
    for (const stream of streams) stream.resume();
    child.once('error', (error: NodeJS.ErrnoException) => events.notStarted(startFailure(order.argv[0]!, error.code)));
    return { stop: () => {}, kill: () => {} };
  }
  const own = isOwn ? ownProcesses(child.pid) : null;
  const processes: CommandProcesses = own ?? sharedProcesses(child.pid, order.mark);
  const report = { first: null as number | null, hasEnded: false };
  if (own !== null) readReport(child, report, own.setFirst);
  feed(child, order.inputs);
  const stdout = forwardOutput(streams[0], 'stdout', order.limits.outputBytesMax, events.output);
  const stderr = forwardOutput(streams[1], 'stderr', order.limits.outputBytesMax, events.output);
  let stoppedBy: StopReason | null = null;
  let killTimer: NodeJS.Timeout | undefined;
  const timeout = setTimeout(() => stop('timeout'), order.timeoutMs);
  const unwatch = watchLimits({
    pid: child.pid,
    limits: order.limits,
    folders: order.watchedFolders,
    temporaryFolder: () => (report.first === null ? null : `/proc/${report.first}/root/tmp`),
    onSeen: processes.note,
    onPast: (reason) => {
      stoppedBy ??= reason;
      processes.kill();
    },
  });
  child.once('exit', (exitCode, signal) => void finish(exitCode, signal));
  return { stop, kill: processes.kill };

  function stop(reason: StopReason): void {
    if (stoppedBy !== null) return;
    stoppedBy = reason;
    if (processes.terminate()) killTimer = setTimeout(processes.kill, spawnLimits.killGraceMs);
    else processes.kill();
  }

  async function finish(exitCode: number | null, signal: NodeJS.Signals | null): Promise<void> {
    unwatch();
    clearTimeout(timeout);
    clearTimeout(killTimer);
    await processes.sweep();
    await outputEnded(closed, [...streams, ...child.stdio]);
    const complaint = stderr.beginning();
    const refused = isOwn && stoppedBy === null ? sandboxRefusal(complaint, report.hasEnded) : null;
    if (refused !== null) return events.notStarted(refused);
    const wasStopped = stoppedBy !== null;
    events.end({
      exitCode: wasStopped ? null : exitCode,
      signal: wasStopped ? 'SIGKILL' : signal,
      stoppedBy,
      durationMs: Math.round(performance.now() - startedAt),
      printedBytes: { stdout: stdout.bytes(), stderr: stderr.bytes() },
    });
  }
}

/** In a session of its own, with nothing to read and no terminal. */
function start(order: StartOrder, [stdout, stderr]: readonly [OutputPipe, OutputPipe]): ChildProcess {
  const [program, ...words] = order.argv;
  const [name, value] = order.mark.split('=') as [string, string];
  const isOwn = order.processes === 'own';
  return spawn(program!, words, {
    cwd: order.folder,
    env: isOwn ? { ...order.env } : { ...order.env, [name]: value },
    detached: true,
    stdio: ['ignore', stdout.end, stderr.end, isOwn ? 'pipe' : 'ignore', ...order.inputs.map(() => 'pipe' as const)],
  });
}

/** Bubblewrap says who is the first process inside, and later that the command ended, which it only can if it ran. */
function readReport(
  child: ChildProcess,
  report: { first: number | null; hasEnded: boolean },
  onFirst: (pid: number) => void,
): void {
  let text = '';
  const stream = child.stdio[reportDescriptor] as Readable;
  stream.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
    const first = /"child-pid": (\d+)/.exec(text)?.[1];
    if (first !== undefined && report.first === null) {
      report.first = Number(first);
      onFirst(report.first);
    }
    report.hasEnded ||= text.includes('"exit-code"');
  });
}

function feed(child: ChildProcess, inputs: readonly Uint8Array[]): void {
  for (const [index, bytes] of inputs.entries()) {
    const stream = child.stdio[firstInputDescriptor + index] as Writable;
    // A sandbox that could not be made has closed it; that is told by how it ended.
    stream.on('error', () => {});
    stream.end(bytes);
  }
}

/** Everything that was printed has been read. Who still holds the streams after the end is not waited for. */
async function outputEnded(
  closed: Promise<unknown>,
  streams: readonly (Readable | Writable | Duplex | null | undefined)[],
): Promise<void> {
  const timer = setTimeout(() => {
    for (const stream of streams) stream?.destroy();
  }, spawnLimits.goneWaitMs);
  await closed;
  clearTimeout(timer);
}

/** Why the sandbox could not be made or the program not be started; null where the command ran. */
function sandboxRefusal(complaint: string, hasEnded: boolean): string | null {
  const execution = /^bwrap: execvp (.*): ([^:\n]+)\n$/s.exec(complaint);
  if (execution !== null) return startFailure(execution[1]!, execution[2]!);
  if (hasEnded) return null;
  return `The sandbox could not be made: ${complaint.trim() || 'it ended before the command began'}. See the doctor.`;
}
