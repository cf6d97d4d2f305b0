import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { childEnv } from './child-env.ts';

const program = new URL('../../apps/server/src/main.ts', import.meta.url);

export type Told = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A server or a worker as a process of its own, as its supervisor sees it. */
export class ServerChild {
  readonly child: ChildProcess;
  /** What it told its parent, in order. */
  readonly told: Told[] = [];

  constructor(dataDir: string, env: Readonly<Record<string, string>>) {
    this.child = fork(program, {
      env: childEnv(dataDir, { COUNTERSIGN_DATA_DIR: dataDir, COUNTERSIGN_PORT: '0', ...env }),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
    });
    this.child.on('message', (message: Told) => this.told.push(message));
    onTestFinished(async () => void (await this.stop('SIGKILL')));
  }

  /** The message of that type, heard already or to come; what it says instead where it cannot start. */
  async next(type: string): Promise<Told> {
    for (;;) {
      const found = this.told.find((message) => message.type === type || message.type === 'failed');
      if (found) return found;
      await once(this.child, 'message');
    }
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }
}
