import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LeftOut } from './contender.ts';
import { firstLine } from './first-line.ts';
import { peers } from './peers.ts';

export const PEERS_DIRECTORY = fileURLToPath(new URL('../peers', import.meta.url));

const INSTALL_MS_MAX = 10 * 60_000;

/** Installs the pinned packages of every peer below the scratch directory, never into the project; answers which failed. */
export async function installPeers(scratchDirectory: string, progress: (line: string) => void): Promise<LeftOut[]> {
  const failed: LeftOut[] = [];
  for (const { name, directory } of peers) {
    if (isInstalled(scratchDirectory, directory)) continue;
    progress(`installing ${name}`);
    try {
      await installPeer(scratchDirectory, directory);
    } catch (cause) {
      failed.push({ name, reason: `not installed: ${firstLine(cause)}` });
      progress(`  ${name} left out: ${firstLine(cause)}`);
    }
  }
  return failed;
}

/** True if the peer's packages are there in the versions its package.json names now. */
export function isInstalled(scratchDirectory: string, peer: string): boolean {
  const marker = join(scratchDirectory, peer, 'installed.json');
  return existsSync(marker) && readFileSync(marker, 'utf8') === readFileSync(manifestOf(peer), 'utf8');
}

async function installPeer(scratchDirectory: string, peer: string) {
  const directory = join(scratchDirectory, peer);
  mkdirSync(directory, { recursive: true });
  copyFileSync(manifestOf(peer), join(directory, 'package.json'));
  await npmInstall(directory);
  writeFileSync(join(directory, 'installed.json'), readFileSync(manifestOf(peer)));
}

function manifestOf(peer: string) {
  return join(PEERS_DIRECTORY, peer, 'package.json');
}

function npmInstall(directory: string): Promise<void> {
  // What an enclosing `npm run` says about its own project must not reach this one; native parts must be for this Node.
  const isOfEnclosingRun = (name: string) =>
    /^npm_(package|lifecycle)_|^npm_config_(local_prefix|workspaces?|include_workspace_root)$/.test(name);
  const inherited = Object.entries(process.env).filter(([name]) => !isOfEnclosingRun(name));
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...Object.fromEntries(inherited), PATH: path };
  const command = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  return new Promise((resolve, reject) => {
    execFile('npm', command, { cwd: directory, env, timeout: INSTALL_MS_MAX }, (error, _stdout, stderr) => {
      const reason = stderr.split('\n').find((line) => line && !line.startsWith('npm error code'));
      if (error) reject(new Error(reason ?? error.message));
      else resolve();
    });
  });
}
