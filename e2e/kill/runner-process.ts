import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Job, JobEnd } from './runner.ts';
import type { FromRunner, ToRunner } from './runner-child.ts';
import type { ServerProcess } from './server-process.ts';

/** A runner that is started again when it has died. One job at a time. */
export class RunnerProcess {
  readonly #server: ServerProcess;
  readonly #start: Extract<ToRunner, { type: 'start' }>;
  #child: Promise<ChildProcess>;
  kills = 0;

  constructor(server: ServerProcess, token: string, notesPath: string) {
    this.#server = server;
    this.#start = { type: 'start', token, notesPath };
    this.#child = this.#load();
  }

  async run(job: Job): Promise<JobEnd | 'died'> {
    const child = await this.#child;
    const end = new Promise<JobEnd | 'died'>((resolve, reject) => {
      child.on('message', (message: FromRunner) => {
        if (message.type === 'ended') resolve(message.end);
        if (message.type === 'broken') reject(new Error(message.message));
        if (message.type === 'running') void this.#tell(child, this.#server.running());
        if (message.type === 'after') {
          void this.#tell(
            child,
            this.#server.after(message.failed as never).then(() => this.#server.running()),
          );
        }
      });
      child.once('exit', () => resolve('died'));
    });
    child.send({ type: 'job', job } satisfies ToRunner);
    try {
      return await end;
    } finally {
      child.removeAllListeners('message');
      child.removeAllListeners('exit');
      if ((await end.catch(() => null)) === 'died') {
        this.kills += 1;
        this.#child = this.#load();
      }
    }
  }

  async stop(): Promise<void> {
    (await this.#child).kill('SIGKILL');
  }

  async #tell(child: ChildProcess, address: Promise<{ url: string; number: number }>): Promise<void> {
    const { url, number } = await address;
    child.send({ type: 'server', address: { url, number } } satisfies ToRunner, () => {});
  }

  async #load(): Promise<ChildProcess> {
    const child = fork(new URL('./runner-child.ts', import.meta.url), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
    });
    await once(child, 'message');
    child.send(this.#start);
    return child;
  }
}
