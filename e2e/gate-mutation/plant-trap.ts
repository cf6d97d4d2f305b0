import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A workspace full of ways out: links to a secret, lists that name it, names that look like flags, programs with known names. */
export type Trap = { readonly base: string; readonly workspace: string; readonly outside: string };

export function plantTrap(base: string): Trap {
  const workspace = join(base, 'workspace');
  const outside = join(base, 'outside');
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  const secret = join(outside, 'secret.txt');
  write(secret, 'the secret\n');
  write(join(outside, 'sub/deep.txt'), 'the secret\n');
  for (const path of plainFiles) write(join(workspace, path), `line one of ${path}\nline two\nx,y,z\n`);
  for (const list of ['list.txt', 'opts.txt']) write(join(workspace, list), `${secret}\n`);
  write(join(workspace, 'list0'), `${secret}\0`);
  write(join(workspace, 'sums'), `d41d8cd98f00b204e9800998ecf8427e  ${secret}\n`);
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    symlinkSync(target.replace('OUT', outside), join(workspace, path));
  }
  for (const program of ['ls', 'cat', '1/ls', '0/cat', '2/head', 'bin/grep']) {
    write(join(workspace, program), '#!/bin/sh\ntouch pwned\n');
    chmodSync(join(workspace, program), 0o755);
  }
  return { base, workspace, outside };
}

const plainFiles = [
  'README.md',
  'package.json',
  'src/index.ts',
  'src/util.ts',
  'docs/guide.md',
  'a b.txt',
  '-n',
  '-rf',
  '--output=x',
  'x;id',
  '*',
  'd2/link.txt',
  'deep/er/f.txt',
  '.env',
];

const links: Readonly<Record<string, string>> = {
  'link.txt': 'OUT/secret.txt',
  linkdir: 'OUT',
  'src/out.ts': 'OUT/secret.txt',
  'd1/link.txt': '../../outside/secret.txt',
  'docs/up': '../..',
  chain: 'link.txt',
  ',': 'OUT',
  inlink: 'README.md',
};

/** Words for operands and values: inside, outside, through links, and what is no path at all. */
export function trapWords({ workspace, outside }: Trap): {
  readonly paths: readonly string[];
  readonly texts: readonly string[];
} {
  return {
    paths: [
      ...plainFiles,
      ...Object.keys(links),
      '.',
      './src',
      'src',
      'docs',
      'd1',
      'd2',
      'deep',
      'src/../README.md',
      'nosuch',
      'list.txt',
      'list0',
      'sums',
      '@opts.txt',
      'linkdir/secret.txt',
      'docs/up/outside/secret.txt',
      '..',
      '../outside/secret.txt',
      `${outside}/secret.txt`,
      `${workspace}/README.md`,
      `${workspace}-evil/x`,
      '/etc/passwd',
      '/dev/null',
      '-',
      '~',
      '',
    ],
    texts: [
      'x',
      'line',
      '*.ts',
      '.*',
      'a b',
      '$(touch pwned)',
      '`touch pwned`',
      '; touch pwned',
      '> pwned',
      '| sh',
      '%n',
      '%s\\n',
      '%p',
      '5',
      '+2',
      '-1',
      '1,2',
      '\\',
      "'",
      '"',
      'é',
      `${outside}/secret.txt`,
      'src',
      'auto',
      'name',
      '',
    ],
  };
}
