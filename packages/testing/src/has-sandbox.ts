import { spawnSync } from 'node:child_process';

/** Whether commands can be given a sandbox on this machine. Tests that need one are skipped elsewhere, and counted. */
export const hasSandbox: boolean =
  process.platform === 'linux' &&
  spawnSync('bwrap', ['--unshare-user', '--unshare-all', '--ro-bind', '/', '/', 'true'], { stdio: 'ignore' }).status ===
    0;
