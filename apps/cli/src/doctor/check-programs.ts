import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { ripgrepPath } from '@countersign/local-tools';
import type { Terminal } from '../terminal.ts';
import { type Finding, fail, ok } from './finding.ts';

const nodeMajorMin = 24;

/** Programs that the tools stand on. */
export function checkPrograms(terminal: Pick<Terminal, 'env'>, nodeVersion = process.versions.node): Finding[] {
  return [checkNode(nodeVersion), checkRipgrep(), checkFd(terminal)];
}

function checkNode(nodeVersion: string): Finding {
  if (Number(nodeVersion.split('.')[0]) >= nodeMajorMin) return ok('node', nodeVersion);
  return fail('node', `${nodeVersion} is too old`, `Install Node ${nodeMajorMin} or newer, or start with npx.`);
}

function checkRipgrep(): Finding {
  const path = ripgrepPath();
  if (path !== null) return ok('ripgrep', path);
  return fail('ripgrep', 'it is missing: grep does not work', 'Install the dependencies again: npm ci.');
}

/** Called fdfind where another program had the name first. */
function checkFd({ env }: Pick<Terminal, 'env'>): Finding {
  const folders = (env.PATH ?? '').split(':').filter((folder) => folder !== '');
  const found = folders.flatMap((folder) => [join(folder, 'fd'), join(folder, 'fdfind')]).find(isProgram);
  return ok('fd', found ?? 'not there; not needed, files are found without it');
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
