import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Trap, trapWords } from './plant-trap.ts';
import type { Random } from './random.ts';

const pieces = [
  '..',
  '..',
  '.',
  '',
  'src',
  'docs',
  'up',
  'linkdir',
  'link.txt',
  'inlink',
  ',',
  'sub',
  'outside',
  'workspace',
  'd1',
  'README.md',
  'nosuch',
  '~',
];

/** A way through the trap: up, down, through links, around. */
export function generatePath(random: Random, { paths }: ReturnType<typeof trapWords>, { workspace }: Trap): string {
  const start = random.isChance(0.15) ? `${workspace}/` : random.isChance(0.05) ? '/' : '';
  const steps = Array.from({ length: 1 + random.below(5) }, () =>
    random.isChance(0.15) ? random.pick(paths) : random.pick(pieces),
  );
  return start + steps.join('/');
}

/** Where the kernel would end up, asked of the kernel. */
export function complainOfPath(path: string, { workspace }: Trap): string | null {
  const full = path.startsWith('/') ? path : `${workspace}/${path}`;
  const there = nearest(full);
  if (there === null) return null;
  const real = realpathSync.native(there);
  return real === workspace || real.startsWith(`${workspace}/`) ? null : `${path} leads to ${real}`;
}

/** The path itself, or the nearest folder above it that is there; names are taken off as they are spelled. */
function nearest(path: string): string | null {
  for (let at = path; at !== '/'; at = dirname(at)) if (existsSync(at)) return at;
  return null;
}
