import { type Address, Persistent, type Reachable } from './persistent.ts';
import { type Job, type JobEnd, runJob } from './runner.ts';

/** What the parent says: first who it is, then what to do, and where the server is when it is asked for that. */
export type ToRunner =
  | { readonly type: 'start'; readonly token: string; readonly notesPath: string }
  | { readonly type: 'job'; readonly job: Job }
  | { readonly type: 'server'; readonly address: Address };

export type FromRunner =
  | { readonly type: 'loaded' }
  | { readonly type: 'running' }
  | { readonly type: 'after'; readonly failed: Address }
  | { readonly type: 'ended'; readonly end: JobEnd }
  | { readonly type: 'broken'; readonly message: string };

/** A runner as a process of its own, so that it can be killed. */
let tellAddress: (address: Address) => void = () => {};
const ask = (question: FromRunner): Promise<Address> =>
  new Promise((resolve) => {
    tellAddress = resolve;
    process.send!(question);
  });
const server: Reachable = {
  running: () => ask({ type: 'running' }),
  after: async (failed) => void (await ask({ type: 'after', failed })),
};
let start: Extract<ToRunner, { type: 'start' }> | null = null;
let persistent: Persistent | null = null;

process.on('message', (message: ToRunner) => {
  if (message.type === 'server') tellAddress(message.address);
  else if (message.type === 'start') {
    start = message;
    persistent = new Persistent(server, message.token);
  } else {
    const die = (): void => void process.kill(process.pid, 'SIGKILL');
    runJob(persistent!, message.job, { notesPath: start!.notesPath, die }).then(
      (end) => process.send!({ type: 'ended', end }),
      (error: unknown) => process.send!({ type: 'broken', message: String(error) }),
    );
  }
});
// The parent may be gone by now; then so are we.
process.send!({ type: 'loaded' } satisfies FromRunner, () => {});
