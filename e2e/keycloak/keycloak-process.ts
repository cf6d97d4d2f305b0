import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const startMsMax = 600_000;
export const administrator = { username: 'admin', password: 'admin' };

/** A Keycloak of its own, with its data in a folder of its own, that can be killed and started again. */
export class KeycloakProcess {
  readonly #program: string;
  readonly #data = mkdtempSync(join(tmpdir(), 'countersign-keycloak-'));
  readonly #log: string;
  #port = 0;
  #child: ChildProcess | null = null;

  constructor(folder: string) {
    this.#program = join(folder, 'bin', 'kc.sh');
    this.#log = join(this.#data, 'output.log');
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.#port ||= await freePort();
    const output = openSync(this.#log, 'a');
    // Written at once: it is going to be killed.
    const database = `jdbc:h2:file:${join(this.#data, 'database')};NON_KEYWORDS=VALUE;WRITE_DELAY=0`;
    const flags = ['start-dev', '--http-host=127.0.0.1', `--http-port=${this.#port}`, '--cache=local'];
    const child = spawn(this.#program, [...flags, '--db=dev-file', `--db-url=${database}`], {
      detached: true,
      stdio: ['ignore', output, output],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m',
        KC_BOOTSTRAP_ADMIN_USERNAME: administrator.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
      },
    });
    this.#child = child;
    let hasEnded = false;
    child.once('exit', () => {
      hasEnded = true;
    });
    for (const end = Date.now() + startMsMax; !(await this.#answers()); await pause(250)) {
      if (hasEnded || Date.now() > end) throw new Error(`Keycloak did not start:\n${this.#lastWords()}`);
    }
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#data, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/realms/master`, { signal: AbortSignal.timeout(5_000) })).ok;
    } catch {
      return false;
    }
  }

  #lastWords(): string {
    return readFileSync(this.#log, 'utf8').split('\n').slice(-30).join('\n');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
