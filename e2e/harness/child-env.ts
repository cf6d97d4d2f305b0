import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment of a process that a test starts. Compiled code is kept from one to the next. */
export function childEnv(home: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const cache = join(tmpdir(), 'countersign-e2e-cache');
  return { PATH: process.env.PATH, HOME: home, NODE_COMPILE_CACHE: cache, ...more };
}

/** How long a test waits for what a process of its own does; starting one takes its time where others do the same. */
export const processPatienceMs = 60_000;

/** Settings of a stage whose clock stands still while a process goes by its own: what it is given is good for long enough. */
export const patient = { previewWindowMs: 60_000, claimWindowMs: 600_000 } as const;
