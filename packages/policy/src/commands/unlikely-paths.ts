import { isWithin } from '../paths/locate.ts';
import type { Workspace } from '../paths/workspace.ts';
import { containers, copiers } from './knowledge/carriers.ts';

/** `/foo/` is more likely a pattern than a place, unless something is there. */
export function isNowhere({ files }: Workspace, text: string): boolean {
  if (!text.startsWith('/') || /(?:^|\/)\.\.(?:\/|$)/.test(text)) return false;
  const first = text.split('/').find((name) => name !== '' && name !== '.');
  return first !== undefined && !topFolders.has(first) && files.look(`/${first}`).kind === 'missing';
}

const topFolders = new Set(
  'bin boot dev etc home lib lib64 media mnt opt proc root run sbin srv sys tmp usr var Users private Library System Volumes Applications'.split(
    ' ',
  ),
);

export function isSystemPlace(real: string): boolean {
  return ['/usr', '/lib', '/lib64', '/opt'].some((place) => isWithin(place, real));
}

/** `/`, `-C/`, `--directory=/`: the root itself, where a lone slash in another text is more likely a separator. */
export function isRootFolder(arg: string): boolean {
  return /^(?:|-[A-Za-z]*[Cd]|--(?:directory|dir|chdir|cwd|root|volume|git-dir|work-tree)=)\/+$/.test(arg);
}

/** The part of an argument that may name a place on this machine. */
export function whatIsHere(name: string, arg: string): string {
  if (copiers.has(name) && /^(?:[\w.-]+@)?[\w.-]+:/.test(arg)) return '';
  return containers.has(name) ? onThisMachine(arg) : arg;
}

/** What a container calls a path is a place in the container; only what comes before the colon is on this machine. */
function onThisMachine(arg: string): string {
  const volume = /^(?:(?:-v|--volume=?))?([^:,=]*):\/[^,]*$/.exec(arg);
  if (volume) return volume[1]!;
  const mount = /(?:^|,)(?:source|src)=([^,]*)/.exec(arg);
  if (mount) return mount[1]!;
  return arg;
}
