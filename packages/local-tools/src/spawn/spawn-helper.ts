import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CommandLimits } from '../commands/command-limits.ts';
import { ToolFailure } from '../confinement/tool-failure.ts';
import type { RawOutput } from '../local-tools.ts';
import { killMarked } from './command-processes.ts';
import { HelperLost } from './helper-lost.ts';
import type { FromHelper, HelperEnd, StartOrder, ToHelper } from './messages.ts';
import { spawnLimits } from './spawn-limits.ts';

const entry = fileURLToPath(new URL('./helper-process.ts', import.meta.url));

type Running = {
  readonly order: StartOrder;
  readonly onOutput: (output: RawOutput) => void;
  readonly resolve: (end: HelperEnd) => void;
  readonly reject: (error: Error) => void;
};

type Helper = { readonly child: ChildProcess; readonly ready: Promise<void> };

/** The side of the helper that its owner holds. A lost helper is replaced with the next command. */
export class SpawnHelper {
  readonly #limits: CommandLimits;
  readonly #leftovers: readonly string[];
  readonly #running = new Map<number, Running>();
  #helper: Helper | null = null;
  #lastId = 0;
  #isClosed = false;

  /** `leftovers`: files that the helper removes where its owner is killed. */
  constructor(limits: CommandLimits, leftovers: readonly string[]) {
    this.#limits = limits;
    this.#leftovers = leftovers;
  }

  /** The helper's process; null where none runs. */
  get pid(): number | null {
    return this.#helper?.child.pid ?? null;
  }

  /** Starts it ahead of the first command. */
  async start(): Promise<void> {
    await this.#current().ready;
  }

  async run(order: StartOrder, signal: AbortSignal, onOutput: (output: RawOutput) => void): Promise<HelperEnd> {
    const child = await this.#readyChild();
    if (signal.aborted) return cancelledBeforeStart;
    this.#lastId += 1;
    const id = this.#lastId;
    const ended = new Promise<HelperEnd>((resolve, reject) =>
      this.#running.set(id, { order, onOutput, resolve, reject }),
    );
    const onAbort = () => send(child, { type: 'cancel', id });
    signal.addEventListener('abort', onAbort, { once: true });
    setReferenced(child, true);
    send(child, { type: 'start', id, order });
    try {
      return await ended;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#running.delete(id);
      if (this.#running.size === 0) setReferenced(child, false);
    }
  }

  /** Ends the helper and every command with it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const child = this.#helper?.child;
    if (child === undefined) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    setReferenced(child, true);
    if (child.connected) child.disconnect();
    await gone;
  }

  /** One that is lost while it is waited for is replaced. */
  async #readyChild(): Promise<ChildProcess> {
    while (true) {
      const { child, ready } = this.#current();
      await ready;
      if (this.#helper?.child === child) return child;
    }
  }

  #current(): Helper {
    if (this.#isClosed) throw new ToolFailure('tool_exec', 'The runner is stopping and starts no more commands.');
    this.#helper ??= this.#open();
    return this.#helper;
  }

  #open(): Helper {
    const child = spawn(
      '/bin/sh',
      ['-c', underLimits(this.#limits), 'sh', process.execPath, entry, ...this.#leftovers],
      {
        cwd: '/',
        env: {},
        detached: true,
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
    const ready = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), spawnLimits.helperReadyMs);
      child.on('message', (message: FromHelper) => {
        if (message.type !== 'ready') return this.#take(message, child);
        clearTimeout(timer);
        setReferenced(child, this.#running.size > 0);
        resolve();
      });
      const onLost = (cause: string) => {
        clearTimeout(timer);
        if (this.#helper?.child === child) this.#helper = null;
        reject(new ToolFailure('tool_exec', `The process that starts commands did not start (${cause}). Try again.`));
        this.#loseAll(new HelperLost(cause));
      };
      child.once('error', (error) => onLost(error.message));
      child.once('exit', (code, signal) => onLost(signal ?? `code ${code}`));
    });
    // Whoever runs a command next hears of it.
    ready.catch(() => {});
    return { child, ready };
  }

  #take(message: Exclude<FromHelper, { type: 'ready' }>, child: ChildProcess): void {
    const running = this.#running.get(message.id);
    if (running === undefined) return;
    if (message.type === 'end') running.resolve(message.end);
    else if (message.type === 'not_started') running.reject(new ToolFailure('tool_exec', message.reason));
    else {
      try {
        running.onOutput({ stream: message.stream, bytes: message.bytes });
      } catch (error) {
        // Whoever asked cannot take what the command prints, so there is no use in it going on.
        send(child, { type: 'cancel', id: message.id });
        running.reject(error as Error);
      }
    }
  }

  #loseAll(error: HelperLost): void {
    for (const { order, reject } of this.#running.values()) {
      // A sandbox dies with the helper, but for one whose first process had not yet said that it wants to.
      killMarked(order.processes === 'own' ? order.ownWord : order.mark);
      reject(error);
    }
  }
}

const cancelledBeforeStart: HelperEnd = {
  exitCode: null,
  signal: null,
  stoppedBy: 'cancel',
  durationMs: 0,
  printedBytes: { stdout: 0, stderr: 0 },
};

/**
 * A shell that lowers the limits for itself and becomes the helper: whatever the helper starts inherits them, so they
 * cost nothing a command. One that is lower already cannot be raised, and stays.
 */
function underLimits({ fileBytesMax, openFilesMax, askedBytesMax }: CommandLimits): string {
  const limits = [
    'ulimit -c 0',
    `ulimit -f ${Math.ceil(fileBytesMax / 512)}`,
    `ulimit -n ${openFilesMax}`,
    `ulimit -d ${Math.ceil(askedBytesMax / 1024)}`,
  ];
  return `${limits.map((limit) => `${limit} 2>/dev/null || true`).join('; ')}; exec "$@"`;
}

function send(child: ChildProcess, message: ToHelper): void {
  // Where it is gone, its end says so.
  if (child.connected) child.send(message, () => {});
}

/** A helper with nothing to do keeps nobody from ending. */
function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  if (isReferenced) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
