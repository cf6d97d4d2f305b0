/** Goal 12's yardstick for finding: fd by itself, which git's ignored files do not stop either. */
import { spawn, spawnSync } from 'node:child_process';
import type { StartJob } from '../job.ts';
import { fileTree, NEEDLE, NEEDLES } from '../own/file-tree.ts';
import { countLines } from './count-lines.ts';

export const startJob: StartJob = ({ directory, progress }) => {
  // Debian has another program of the name fd.
  const program = ['fdfind', 'fd'].find((name) => spawnSync(name, ['--version']).status === 0);
  if (program === undefined) throw new Error('fd is not installed; Debian has it as fd-find');
  const tree = fileTree(directory, progress);
  const find = async () => {
    const count = await countLines(
      spawn(program, ['--no-ignore', '--glob', `${NEEDLE}*`, '.'], { cwd: tree, stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    if (count !== NEEDLES) throw new Error(`found ${count} of ${NEEDLES}`);
  };
  return { operations: { find }, answers: { durability: () => 'reads only' } };
};
