/** The child side of a contender: loads one program, and answers the messages of open-host.ts over IPC. */
import type { Answer, Load, LoadResult } from './contender.ts';
import { createLoopWatch } from './create-loop-watch.ts';
import type { Job, JobOptions, StartJob } from './job.ts';
import { measure } from './measure.ts';

export type HostRequest =
  | { readonly start: { readonly program: string; readonly options: Omit<JobOptions, 'progress'> } }
  | { readonly run: Load }
  | { readonly ask: { readonly question: string; readonly argument: number } }
  | { readonly stop: true };

export type HostMessage = { readonly id: number; readonly request: HostRequest };

/** Replies carry the id of their request. */
export type HostReply = { readonly id: number } & ({ readonly ok: Reply } | { readonly error: string });

export type HostProgress = { readonly progress: string };

type Reply = LoadResult | Answer | null;

let job: Job = {};
const loopWatch = createLoopWatch();

/** Questions every job answers about its own process. `--expose-gc` is set, so that heap means live heap. */
const ownAnswers: NonNullable<Job['answers']> = {
  durability: () => 'not said',
  heapBytes: () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  },
  rssBytes: () => {
    collectGarbage();
    return process.memoryUsage.rss();
  },
  watchLoop: () => {
    loopWatch.start();
    return 0;
  },
  loopBlockMsMax: () => loopWatch.stop(),
};

process.on('message', ({ id, request }: HostMessage) => {
  handle(request).then(
    (ok) => send({ id, ok }),
    (cause: unknown) => send({ id, error: cause instanceof Error ? cause.message : String(cause) }),
  );
});

// Ctrl-C reaches the whole process group: leave it to the harness, which then disconnects, so that grandchildren are ended.
process.on('SIGINT', () => {});
process.on('disconnect', () => {
  void Promise.resolve(job.stop?.()).finally(() => process.exit(0));
});

async function handle(request: HostRequest): Promise<Reply> {
  if ('start' in request) {
    const { startJob } = (await import(request.start.program)) as { startJob: StartJob };
    job = await startJob({ ...request.start.options, progress: (progress) => send({ progress }) });
    return null;
  }
  if ('run' in request) return measure(operationNamed(request.run.operation), request.run);
  if ('ask' in request) {
    const answer = job.answers?.[request.ask.question] ?? ownAnswers[request.ask.question];
    if (!answer) throw new Error(`no answer to "${request.ask.question}"`);
    return answer(request.ask.argument);
  }
  const ending = job;
  job = {};
  await ending.stop?.();
  return null;
}

function operationNamed(name: string | undefined) {
  const operations = job.operations ?? {};
  const operation = name === undefined ? Object.values(operations)[0] : operations[name];
  if (!operation) throw new Error(`no operation "${name ?? ''}"`);
  return operation;
}

function send(message: HostReply | HostProgress) {
  if (process.connected) process.send!(message);
}

function collectGarbage() {
  globalThis.gc?.();
  globalThis.gc?.();
}
