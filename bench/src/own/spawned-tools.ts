/** Goal 13: commands in the sandbox, started by the helper of a process that holds as much memory as it is told to. */
import { realpathSync } from 'node:fs';
import { createCommandRunner } from '@countersign/local-tools';
import type { StartJob } from '../job.ts';
import { spawnedPrograms } from './spawned-programs.ts';

const MEGABYTE = 1024 * 1024;
const PIECE_BYTES = 64 * MEGABYTE;
const TIMEOUT_MS = 10_000;

export const startJob: StartJob = async ({ directory, settings }) => {
  const { runner, proof, refusal } = await createCommandRunner();
  if (runner === null) throw new Error(refusal ?? 'no sandbox');
  const root = realpathSync(directory);
  const ballast = fillUp((settings.megabytes ?? 0) * MEGABYTE);
  const run = async (argv: readonly string[]) => {
    const { exitCode } = await runner.run({
      ...{ argv, workingFolder: root, roots: [root], mayWrite: true, mayUseNetwork: false, pinnedFiles: [] },
      timeoutMs: TIMEOUT_MS,
      signal: new AbortController().signal,
      onOutput: () => {},
    });
    if (exitCode !== 0) throw new Error(`${argv[0]} ended with ${exitCode}`);
  };
  const operations = Object.entries(spawnedPrograms).map(([name, argv]) => [name, () => run(argv)] as const);
  return {
    operations: Object.fromEntries(operations),
    answers: {
      durability: () => `${runner.sandbox}, proved in ${proof?.durationMs} ms`,
      ballastBytes: () => ballast.reduce((sum, { length }) => sum + length, 0),
    },
    stop: () => runner.close(),
  };
};

/** Memory that is really there: every page of it was written. */
function fillUp(bytes: number): Buffer[] {
  const pieces: Buffer[] = [];
  while (process.memoryUsage.rss() < bytes) pieces.push(Buffer.alloc(PIECE_BYTES, 1));
  return pieces;
}
