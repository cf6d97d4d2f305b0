import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { pairingFileName, stateFolders } from '@countersign/runner';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Bits of a mode that let anybody but the owner in. */
const others = 0o077;
const secretFiles = ['token', 'server-key.pem', 'sealing-key', 'telegram-users.json'];

/** Whoever can read the keys decides and executes: they are for the eyes of their owner alone. */
export function checkDataFolder(dataDir: string): Finding[] {
  const folder = look(dataDir);
  if (folder === null)
    return [warn('data folder', `${dataDir} is not there yet`, 'The first `countersign start` makes it.')];
  const files = [
    ...secretFiles.map((name) => join(dataDir, name)),
    ...stateFolders(dataDir).map((state) => join(state, pairingFileName)),
  ];
  return [modeFinding('data folder', dataDir, folder, '700'), ...files.flatMap(fileFinding)];
}

/** What is not there need not be: it is made when it is needed. */
function fileFinding(path: string): Finding[] {
  const stats = look(path);
  return stats === null ? [] : [modeFinding('key file', path, stats, '600')];
}

function modeFinding(check: string, path: string, { mode }: Stats, wanted: string): Finding {
  if (process.platform === 'win32' || (mode & others) === 0) return ok(check, `${path} is yours alone`);
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  return fail(
    check,
    `${path} can be reached by other users (mode ${shown})`,
    `Run: chmod ${wanted} ${path} - and replace what is in it if somebody may have read it.`,
  );
}

function look(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}
