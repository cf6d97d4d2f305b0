/** What one closed-loop run is asked to do: `concurrency` callers, each starting its next operation when its last one ended. */
export type Load = {
  readonly concurrency: number;
  readonly ms: number;
  /** The name of the operation; the job's first one if left out. */
  readonly operation?: string;
};

export type LoadResult = {
  /** Operations that ended, each checked for the right outcome by the program itself. */
  readonly n: number;
  readonly perSecond: number;
  readonly p50Us: number;
  readonly p99Us: number;
};

export type Answer = number | string;

/**
 * One side of a comparison: a peer, a baseline, or a program of ours. All of them run in a process of their own, so that
 * none pays for another's heap, and are driven by the same four calls.
 */
export interface Contender {
  readonly name: string;
  /** Resolves when the first operation may be sent; rejects with a reason that names what is missing. */
  start(): Promise<void>;
  /** One run at a time. Rejects if any operation failed: a wrong answer is no throughput. */
  run(load: Load): Promise<LoadResult>;
  /** Asks for a value that is no rate: bytes on disk, bytes of heap, a port. Rejects for a question the program does not know. */
  ask(question: string, argument?: number): Promise<Answer>;
  /** Ends the program and all it started; never rejects. */
  stop(): Promise<void>;
}

/** A contender that took no part, with the reason; every report lists them. */
export type LeftOut = { readonly name: string; readonly reason: string };
