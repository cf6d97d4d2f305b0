import { limits } from '../limits.ts';
import type { Look, Workspace } from './workspace.ts';

/** Where a path leads, by its spelling and by what lies on the disk. */
export type Location = {
  /** Absolute, with dot segments removed by spelling alone. */
  readonly spelled: string;
  /** Absolute, after following every link on the way. */
  readonly real: string;
  readonly look: Look;
  /** The root that holds both `spelled` and `real`; null where there is none. */
  readonly root: string | null;
  /** Links in a circle, or more of them than anyone needs. */
  readonly isEndless: boolean;
  /** Something that is no folder, and that the path goes back from: `new/../a`. What it will be, nobody knows. */
  readonly gap: string | null;
};

/** Follows a path as the kernel would, one name at a time: `..` after a link leaves the folder that the link leads to. */
export function locate(workspace: Workspace, workingDirectory: string, given: string): Location {
  const absolute = given.startsWith('/') ? given : `${workingDirectory}/${given}`;
  const spelled = normalize(absolute);
  const followed = follow(workspace, absolute);
  const root = workspace.roots.find((candidate) => {
    const realRoot = realRootOf(workspace, candidate);
    return (
      (isWithin(candidate, spelled) || isWithin(realRoot, spelled)) &&
      isWithin(realRoot, followed.real) &&
      (followed.gap === null || isWithin(realRoot, followed.gap))
    );
  });
  return { spelled, ...followed, root: root ?? null };
}

/** The place itself or something in it; a sibling whose name begins the same way is not. */
export function isWithin(folder: string, path: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}

function normalize(absolute: string): string {
  const names: string[] = [];
  for (const name of absolute.split('/')) step(names, name);
  return `/${names.join('/')}`;
}

/** Relative to the real root; `.` for the root itself. */
export function relativeTo(workspace: Workspace, root: string, real: string): string {
  const realRoot = realRootOf(workspace, root);
  return real === realRoot ? '.' : real.slice(realRoot === '/' ? 1 : realRoot.length + 1);
}

export function realRootOf(workspace: Workspace, root: string): string {
  return workspace.realRoots?.get(root) ?? follow(workspace, root).real;
}

function step(names: string[], name: string): void {
  if (name === '..') names.pop();
  else if (name !== '' && name !== '.') names.push(name);
}

function follow({ files, realRoots }: Workspace, absolute: string): Omit<Location, 'spelled' | 'root'> {
  const start = followedStart(realRoots, absolute);
  const pending = absolute.slice(start.length).split('/').reverse();
  /** Every folder on the way, each by its whole path; the first is the root of the disk. */
  const way = start.folders;
  const here = (): string => way.at(-1)! || '/';
  let look: Look = { kind: 'directory' };
  let links = 0;
  let gap: string | null = null;
  while (pending.length > 0) {
    const name = pending.pop()!;
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (look.kind !== 'directory' && !files.isBlind) gap ??= here();
      if (way.length > 1) way.pop();
      look = { kind: 'directory' };
      continue;
    }
    way.push(`${way.at(-1)}/${name}`);
    // Below something that is not there nothing can be, and nobody has to look.
    if (look.kind === 'missing') continue;
    look = files.look(here());
    if (look.kind !== 'symlink') continue;
    links += 1;
    if (links > limits.linksFollowedMax) return { real: here(), look, isEndless: true, gap };
    way.pop();
    if (look.target.startsWith('/')) way.length = 1;
    pending.push(...look.target.split('/').reverse());
    look = { kind: 'directory' };
  }
  return { real: here(), look, isEndless: false, gap };
}

/** How much of a path has been followed before: most paths begin with a root. */
function followedStart(
  realRoots: Workspace['realRoots'],
  absolute: string,
): { readonly length: number; readonly folders: string[] } {
  for (const [root, real] of realRoots ?? [])
    if (absolute.startsWith(`${root}/`)) return { length: root.length, folders: foldersOf(real) };
  return { length: 0, folders: [''] };
}

function foldersOf(path: string): string[] {
  const folders = [''];
  for (const name of path.split('/')) if (name !== '') folders.push(`${folders.at(-1)}/${name}`);
  return folders;
}
