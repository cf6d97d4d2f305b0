import { readlinkSync } from 'node:fs';
import { closeHandle, type Handle, inside, openPlace } from './handle.ts';
import { ToolFailure } from './tool-failure.ts';

/** Links on the way to a file; more than the kernel follows is a circle. */
const linksMax = 40;

/** Where a path leads: the folder that holds the last name, and what stands there now (null for nothing). */
export type Arrival = {
  readonly folder: Handle;
  /** The last name; empty where the path leads to the root itself. */
  readonly name: string;
  readonly place: Handle | null;
  /** Names from the root, after following links. */
  readonly names: readonly string[];
};

/**
 * G1: walks from the root one name at a time, holding on to every folder it goes through. `..` goes back to the folder
 * it came from, links are followed by walking what they say, and nothing leads above the root. Names that change during
 * the walk can make it arrive elsewhere inside, never outside.
 */
export function walk(root: Handle, rootPath: string, path: string): { arrival: Arrival; release: () => void } {
  const held: Handle[] = [];
  const trail: { name: string; handle: Handle }[] = [];
  const pending = path.split('/').reverse();
  let links = 0;
  let last: Arrival | null = null;
  const current = (): Handle => trail.at(-1)?.handle ?? root;
  const names = (): string[] => trail.map(({ name }) => name);
  try {
    while (pending.length > 0) {
      const name = pending.pop()!;
      if (name === '' || name === '.') continue;
      if (last?.place === null)
        throw new ToolFailure('tool_exec', `"${path}" goes through something that does not exist.`);
      last = null;
      if (name === '..') {
        if (trail.pop() === undefined) throw outside(path);
        continue;
      }
      const folder = current();
      if (!folder.stats.isDirectory())
        throw new ToolFailure('tool_exec', `"${path}" goes through something that is not a folder.`);
      const place = openIfThere(folder, name);
      if (place === null) {
        last = { folder, name, place, names: [...names(), name] };
        continue;
      }
      held.push(place);
      if (!place.stats.isSymbolicLink()) {
        trail.push({ name, handle: place });
        continue;
      }
      links += 1;
      if (links > linksMax) throw new ToolFailure('policy', `"${path}" goes through links that never end.`);
      const target = readlinkSync(inside(folder, name));
      if (target.startsWith('/')) {
        pending.push(...belowRoot(rootPath, target, path).split('/').reverse());
        trail.length = 0;
      } else {
        pending.push(...target.split('/').reverse());
      }
    }
    const arrival = last ?? {
      folder: trail.at(-2)?.handle ?? root,
      name: trail.at(-1)?.name ?? '',
      place: current(),
      names: names(),
    };
    return { arrival, release: () => held.forEach(closeHandle) };
  } catch (error) {
    held.forEach(closeHandle);
    throw error;
  }
}

function openIfThere(folder: Handle, name: string): Handle | null {
  try {
    return openPlace(folder, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** An absolute link may lead into the root it is in, and nowhere else. */
function belowRoot(rootPath: string, target: string, path: string): string {
  if (target === rootPath) return '.';
  if (!target.startsWith(`${rootPath}/`)) throw outside(path);
  return target.slice(rootPath.length + 1);
}

function outside(path: string): ToolFailure {
  return new ToolFailure('policy', `"${path}" leads outside the workspace.`);
}
