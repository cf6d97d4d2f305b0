/** Goal 13's yardstick: Node starts the same program itself, from a small process, and reads what it prints. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { StartJob } from '../job.ts';
import { spawnedPrograms } from '../own/spawned-programs.ts';

export const startJob: StartJob = ({ directory }) => {
  const start = async ([program, ...words]: readonly string[]) => {
    const child = spawn(program!, words, { cwd: directory, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.resume();
    const [exitCode] = (await once(child, 'close')) as [number | null];
    if (exitCode !== 0) throw new Error(`${program} ended with ${exitCode}`);
  };
  const operations = Object.entries(spawnedPrograms).map(([name, argv]) => [name, () => start(argv)] as const);
  return {
    operations: Object.fromEntries(operations),
    answers: { durability: () => 'no sandbox, no limits, no end at a timeout' },
  };
};
