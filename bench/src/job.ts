import type { Answer } from './contender.ts';

export type JobOptions = {
  /** An empty directory for the job's files; the harness removes it. */
  readonly directory: string;
  /** A database of its own, there if the contender said it needs PostgreSQL. */
  readonly postgresUrl?: string;
  /** Sizes that make variants of one program, such as `{ tools: 1000 }`. */
  readonly settings: Readonly<Record<string, number>>;
  /** For a line about a start that takes long. */
  readonly progress: (line: string) => void;
};

/**
 * What a program offers to be measured. `host-job.ts` runs it in a child process, times `operations` and passes
 * questions to `answers`.
 */
export type Job = {
  /** Each does its whole work once and throws on a wrong outcome. The first is the one measured when none is named. */
  readonly operations?: Readonly<Record<string, Operation>>;
  readonly answers?: Readonly<Record<string, (argument: number) => Answer | Promise<Answer>>>;
  stop?(): Promise<void> | void;
};

/** `index` counts up within a run; ids that must be unique need a counter of the job's own. */
export type Operation = Act | PreparedOperation;

type Act = (index: number) => unknown;

type PreparedOperation = {
  readonly run: Act;
  /** Done before each `run`, outside the time that counts. */
  readonly prepare: Act;
};

/** The one export a peer, a baseline or a program of ours must have: `export const startJob: StartJob = …`. */
export type StartJob = (options: JobOptions) => Promise<Job> | Job;
