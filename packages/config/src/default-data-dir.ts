import { posix, win32 } from 'node:path';
import type { Machine } from './machine.ts';

/** Where data goes on this kind of machine when nobody says otherwise. */
export function defaultDataDir({ env, homedir, platform }: Pick<Machine, 'env' | 'homedir' | 'platform'>): string {
  if (platform === 'darwin') return posix.join(homedir, 'Library', 'Application Support', 'countersign');
  if (platform === 'win32')
    return win32.join(env.LOCALAPPDATA ?? win32.join(homedir, 'AppData', 'Local'), 'countersign');
  const xdg = env.XDG_DATA_HOME;
  // The XDG specification: a relative path in the variable is to be ignored.
  const base = xdg && posix.isAbsolute(xdg) ? xdg : posix.join(homedir, '.local', 'share');
  return posix.join(base, 'countersign');
}
