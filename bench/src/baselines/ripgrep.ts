/** Goal 12's yardstick for searching: ripgrep by itself, with its own defaults. */
import { spawn } from 'node:child_process';
import { ripgrepPath } from '@countersign/local-tools';
import type { StartJob } from '../job.ts';
import { fileTree, NEEDLE, NEEDLES } from '../own/file-tree.ts';
import { countLines } from './count-lines.ts';

export const startJob: StartJob = ({ directory, progress }) => {
  const tree = fileTree(directory, progress);
  const program = ripgrepPath();
  if (program === null) throw new Error('ripgrep is not installed');
  const grep = async () => {
    const count = await countLines(
      spawn(program, ['--no-config', '--line-number', '-e', NEEDLE, '--', '.'], {
        cwd: tree,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
    if (count !== NEEDLES) throw new Error(`found ${count} of ${NEEDLES}`);
  };
  return { operations: { grep }, answers: { durability: () => 'reads only' } };
};
