import { spawnSync } from 'node:child_process';

/** Programs that tests run besides npm's, and the Debian package of each. */
const packages: Readonly<Record<string, string>> = {
  bwrap: 'bubblewrap',
  strace: 'strace',
  mkfifo: 'coreutils',
  // The browser without a window: a third less work than the one with, which does as well where it is there.
  'chromium-headless-shell': 'chromium-headless-shell',
};
const substitutes: Readonly<Record<string, string>> = { 'chromium-headless-shell': 'chromium' };

/**
 * Looks for the programs that tests need, and installs what is missing where that is possible. Says what is still
 * missing: the tests that need it are skipped, and counted in the last line.
 */
export function needPrograms(): void {
  const missing = Object.keys(packages).filter((program) => !isThere(program));
  if (missing.length === 0) return;
  const wanted = missing.map((program) => packages[program]!);
  const isRoot = process.getuid?.() === 0;
  if (isRoot && isThere('apt-get')) {
    const { status } = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...wanted], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status === 0) console.log(`installed ${wanted.join(', ')} for the tests`);
  }
  const left = missing.filter((program) => !isThere(program) && !isThere(substitutes[program] ?? program));
  if (left.length === 0) return;
  const names = left.map((program) => packages[program]!).join(' ');
  console.log(
    `missing: ${left.join(', ')}. Tests that need them are skipped. Install them with: apt-get install ${names}`,
  );
}

function isThere(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}
