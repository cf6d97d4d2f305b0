import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnreachableError } from '@countersign/client';
import type { KillPoint } from './kill-point.ts';
import type { Done, Order, Start } from './killable-server.ts';

/** Where a server lives on, however often its process dies. */
export type Place = {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly notesPath: string;
  /** More settings of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** Each process is told how the one before it ended, as the supervisor does it. */
  readonly isSupervised?: boolean;
};

/** One process of the server. */
export type Incarnation = { readonly url: string; readonly projectId: string; readonly number: number };

/** A server that is killed and started again, on the same database and with a clock that goes on. */
export class ServerProcess {
  readonly #place: Place;
  #child: ChildProcess | null = null;
  #running: Promise<Incarnation>;
  #number = 0;
  #processId: string | null = null;
  #isStopping = false;
  /** Every process that died by SIGKILL. */
  kills = 0;
  now: number = Date.UTC(2026, 0, 1);
  /** Where the next process dies, counted from its start; once. */
  killNext: KillPoint | null = null;
  /** Called when the server is up again, before anyone else goes on. */
  onRestart: (incarnation: Incarnation) => Promise<void> = async () => {};

  constructor(place: Place, kill: KillPoint | null = null) {
    this.#place = place;
    this.#running = this.#start(kill);
    this.#running.catch(() => {});
  }

  /** The process that runs, or the next one once it does. */
  running(): Promise<Incarnation> {
    return this.#running;
  }

  /** After a request that got no answer: comes back when there is somebody to ask again. */
  async after(failed: Incarnation): Promise<void> {
    if (failed.number === this.#number) await this.#isGone(this.#child);
    await this.#running;
  }

  /** Sets the trap for the commits from now on. Says how many there were since it was set before. */
  async setTrap(point: KillPoint | null): Promise<number> {
    await this.#running;
    return this.#order({ type: 'set_trap', point });
  }

  /** Moves the clock. What falls due is done by the server in its own time, if it lives to do it. */
  async advance(ms: number): Promise<void> {
    await this.#running;
    this.now += ms;
    await this.#order({ type: 'advance', ms });
  }

  /** Comes back when that many have died, and the next one is up. */
  async died(kills: number): Promise<Incarnation> {
    while (this.kills < kills && this.#child && isAlive(this.#child)) await once(this.#child, 'exit');
    return this.#running;
  }

  /** From outside, at no particular moment. */
  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  /** As `countersign stop` does it. */
  async stop(): Promise<void> {
    await this.#running.catch(() => {});
    this.#isStopping = true;
    if (this.#child && isAlive(this.#child)) {
      this.#child.kill('SIGTERM');
      await once(this.#child, 'exit');
    }
  }

  async #start(kill: KillPoint | null): Promise<Incarnation> {
    const child = await takeSpare();
    this.#child = child;
    this.#number += 1;
    const number = this.#number;
    child.once('exit', (code, signal) => this.#exited(code, signal));
    const { databaseUrl, dataDir, notesPath, env } = this.#place;
    const start: Start = {
      env: {
        COUNTERSIGN_PORT: '0',
        COUNTERSIGN_DATABASE: databaseUrl,
        COUNTERSIGN_DATA_DIR: dataDir,
        COUNTERSIGN_LOG_LEVEL: 'error',
        ...env,
        ...this.#report(),
      },
      now: this.now,
      kill,
      notesPath,
    };
    child.send(start);
    const ready = await answer(child, 'ready');
    // It died on its way up: the next one is on its way already.
    if (ready === null) return this.#running;
    this.#processId = ready.process_id as string;
    const incarnation = { url: ready.address as string, projectId: ready.project_id as string, number };
    if (number > 1) await this.#checked(incarnation);
    return incarnation;
  }

  #report(): Record<string, string> {
    if (!this.#place.isSupervised || this.#processId === null) return {};
    const died = {
      process_id: this.#processId,
      code: null,
      signal: 'SIGKILL',
      at: new Date(this.now),
      retry_in_ms: 500,
    };
    const report = { previous_process_id: this.#processId, crashes: [died], crash_loop: null };
    return { COUNTERSIGN_SUPERVISOR_REPORT: JSON.stringify(report) };
  }

  /** One that dies while it is looked at is looked at again in its next life. */
  async #checked(incarnation: Incarnation): Promise<void> {
    try {
      await this.onRestart(incarnation);
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
    }
  }

  #exited(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#isStopping) return;
    if (signal === 'SIGKILL') {
      this.kills += 1;
      this.#running = this.#start(this.killNext);
      this.killNext = null;
    } else this.#running = Promise.reject(new Error(`the server ended with ${code ?? signal}`));
    this.#running.catch(() => {});
  }

  async #order(order: Order): Promise<number> {
    const child = this.#child!;
    if (!isAlive(child)) return 0;
    child.send(order, () => {});
    return ((await answer(child, 'done')) as Done | null)?.commits ?? 0;
  }

  /** A connection can break a little before its process is gone, or without its going at all. */
  async #isGone(child: ChildProcess | null): Promise<void> {
    if (!child || !isAlive(child)) return;
    await Promise.race([once(child, 'exit'), new Promise((resolve) => setTimeout(resolve, 2_000).unref())]);
  }
}

let spare: Promise<ChildProcess> | null = null;

/** The next process is loaded while this one lives, so that nobody waits for the loading. It goes with its parent. */
async function takeSpare(): Promise<ChildProcess> {
  const child = await (spare ?? load());
  child.ref();
  child.channel?.ref();
  spare = load();
  return child;
}

/** Started and loaded, waiting to be told what to be. Compiled code is kept from one process to the next. */
async function load(): Promise<ChildProcess> {
  const child = fork(new URL('./killable-server.ts', import.meta.url), {
    env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), NODE_COMPILE_CACHE: join(tmpdir(), 'countersign-kill-cache') },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  await answer(child, 'loaded');
  child.unref();
  child.channel?.unref();
  return child;
}

/** The next message of a type, or null if the process dies first. */
async function answer(child: ChildProcess, type: string): Promise<Record<string, unknown> | null> {
  const end = new AbortController();
  try {
    return await Promise.race([
      (async () => {
        for (;;) {
          const [message] = (await once(child, 'message', { signal: end.signal })) as [Record<string, unknown>];
          if (message.type === 'failed') throw new Error(String(message.message));
          if (message.type === type) return message;
        }
      })(),
      once(child, 'exit', { signal: end.signal }).then(() => null),
    ]);
  } finally {
    end.abort();
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
