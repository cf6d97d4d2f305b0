import { realpathSync } from 'node:fs';
import { ToolFailure } from '../confinement/tool-failure.ts';
import { isInside } from './is-inside.ts';

/** Places a sandbox fills by itself. A root that holds one would put the machine's own there instead. */
const ownPlaces = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc', '/tmp', '/dev', '/proc', '/sys', '/run', '/var'];
/** Places of which no part can be a root. */
const closedPlaces = [
  '/etc',
  '/dev',
  '/proc',
  '/sys',
  '/bin',
  '/sbin',
  '/lib',
  '/lib64',
  '/usr/bin',
  '/usr/sbin',
  '/usr/lib',
];

/**
 * The roots to give to a command: each as it really is, and none that lies in another. A folder inside a root may be
 * replaced by a link at any time by what runs there; the outermost ones may not.
 */
export function checkRoots(roots: readonly string[], workingFolder: string): string[] {
  if (roots.length === 0) throw new ToolFailure('policy', 'A command needs a root to run in. Name one for the runner.');
  const outermost = roots.filter((root) => !roots.some((other) => other !== root && isInside(other, root)));
  for (const root of outermost) {
    if (ownPlaces.some((place) => isInside(root, place)) || closedPlaces.some((place) => isInside(place, root))) {
      throw new ToolFailure(
        'policy',
        `"${root}" is a folder of the system and cannot be a root. Choose one of its own.`,
      );
    }
    if (realPath(root) !== root) {
      throw new ToolFailure('policy', `"${root}" leads elsewhere. Give the runner the folder it leads to as its root.`);
    }
  }
  if (!outermost.some((root) => isInside(root, workingFolder))) {
    throw new ToolFailure('policy', `"${workingFolder}" is outside the roots. Run the command in a folder inside one.`);
  }
  return [...new Set(outermost)];
}

function realPath(root: string): string {
  try {
    return realpathSync(root);
  } catch (cause) {
    throw new ToolFailure('tool_exec', `The root "${root}" cannot be opened. Is it still there?`, cause);
  }
}
