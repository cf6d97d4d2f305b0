import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What a client of the server needs to know: its address, and the secrets of one user and one agent of one project. */
export type ServerAccess = {
  readonly address: string;
  readonly projectId: string;
  readonly userSecret: string;
  readonly agentSecret: string;
};

export type ServerProcess = ServerAccess & { readonly pid: number; stop(): Promise<void> };

export type ServerProcessOptions = {
  readonly directory: string;
  readonly tools: number;
  /** For Node, such as `--cpu-prof`. */
  readonly execArgv?: readonly string[];
};

const SERVER = fileURLToPath(new URL('./server-process.ts', import.meta.url));
const START_MS_MAX = 30_000;
const STOP_MS_MAX = 10_000;

/** Starts the server in a process of its own; rejects with what it wrote to stderr if it does not come up. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { directory, tools, execArgv = [] } = options;
  const child = fork(SERVER, [directory, `${tools}`], {
    execArgv: ['--disable-warning=ExperimentalWarning', ...execArgv],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2_000);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    if (child.connected) child.disconnect();
    const killing = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
    await exited;
    clearTimeout(killing);
  };
  const access = await new Promise<ServerAccess>((resolve, reject) => {
    const timer = setTimeout(() => {
      void stop();
      reject(new Error(`the server did not start in ${START_MS_MAX} ms`));
    }, START_MS_MAX);
    child.once('message', (message) => {
      clearTimeout(timer);
      resolve(message as ServerAccess);
    });
    child.once('error', reject);
    void exited.then(() => {
      clearTimeout(timer);
      reject(new Error(`the server ended: ${stderr.trim() || 'no message'}`));
    });
  });
  return { ...access, pid: child.pid!, stop };
}
