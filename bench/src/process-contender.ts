import { mkdirSync } from 'node:fs';
import type { Answer, Contender, Load, LoadResult } from './contender.ts';
import type { JobOptions } from './job.ts';
import { type Host, openHost } from './open-host.ts';

const START_MS_MAX = 60_000;
const ASK_MS_MAX = 300_000;
const RUN_GRACE_MS = 30_000;

export type ProcessContenderOptions = {
  readonly name: string;
  /** The URL of a module that exports `startJob`, and what it is given; asked for at each start, and may throw. */
  readonly program: () => string;
  readonly job: () => Promise<Omit<JobOptions, 'progress'>>;
  readonly startMsMax?: number;
  readonly progress: (line: string) => void;
};

/** A contender whose job runs in a Node process of its own. */
export function processContender(options: ProcessContenderOptions): Contender {
  let host: Host | undefined;
  const running = () => {
    if (!host) throw new Error(`${options.name} is not running`);
    return host;
  };
  return {
    name: options.name,
    async start() {
      const program = options.program();
      const job = await options.job();
      mkdirSync(job.directory, { recursive: true });
      host = openHost(job.directory, (line) => options.progress(`  ${options.name}: ${line}`));
      await host.send({ start: { program, options: job } }, options.startMsMax ?? START_MS_MAX);
    },
    async run(load: Load) {
      return (await running().send({ run: load }, load.ms + RUN_GRACE_MS)) as LoadResult;
    },
    async ask(question, argument = 0) {
      return (await running().send({ ask: { question, argument } }, ASK_MS_MAX)) as Answer;
    },
    async stop() {
      const ending = host;
      host = undefined;
      await ending?.end();
    },
  };
}
