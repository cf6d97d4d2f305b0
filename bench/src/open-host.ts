import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HostMessage, HostProgress, HostReply, HostRequest } from './host-job.ts';

/** A running child of `host-job.ts`. */
export type Host = {
  send(request: HostRequest, msMax: number): Promise<unknown>;
  end(): Promise<void>;
};

const STOP_MS_MAX = 15_000;
const STDERR_CHARS_MAX = 2_000;
const HOST = fileURLToPath(new URL('./host-job.ts', import.meta.url));

export function openHost(directory: string, progress: (line: string) => void): Host {
  const child = fork(HOST, [], {
    cwd: directory,
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const pending = new Map<number, (reply: HostReply) => void>();
  let requests = 0;
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARS_MAX);
  });
  child.on('message', (message: HostReply | HostProgress) => {
    if ('progress' in message) progress(message.progress);
    else pending.get(message.id)?.(message);
  });
  const failAll = (error: string) => {
    for (const [id, settle] of pending) settle({ id, error });
  };
  child.on('exit', () => failAll(`the process ended: ${stderr.trim() || 'no message'}`));
  child.on('error', (error) => failAll(error.message));

  const send = (request: HostRequest, msMax: number) =>
    new Promise<unknown>((resolve, reject) => {
      const id = requests++;
      const settle = (reply: HostReply) => {
        clearTimeout(timer);
        pending.delete(id);
        if ('ok' in reply) resolve(reply.ok);
        else reject(new Error(reply.error));
      };
      const timer = setTimeout(() => settle({ id, error: `no reply in ${msMax} ms` }), msMax);
      pending.set(id, settle);
      child.send({ id, request } satisfies HostMessage, (error) => error && settle({ id, error: error.message }));
    });

  return {
    send,
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = new Promise((resolve) => child.once('exit', resolve));
      await send({ stop: true }, STOP_MS_MAX).catch(() => {});
      if (child.connected) child.disconnect();
      const killing = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
      await exited;
      clearTimeout(killing);
    },
  };
}
