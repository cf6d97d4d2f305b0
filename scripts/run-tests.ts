import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needPrograms } from './need-programs.ts';
import { root } from './root.ts';

/**
 * `npm test`: every check there is, one after the other, each said in a line. A check that fails does not stop the
 * ones after it; the last line counts the tests.
 */
const scratch = mkdtempSync(join(tmpdir(), 'countersign-tests-'));
const report = join(scratch, 'report.json');

const checks: readonly { readonly name: string; readonly command: readonly string[]; readonly isLoud?: true }[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'lost promises', command: ['oxlint', '--type-aware', '--deny-warnings', '.'] },
  { name: 'types', command: ['node', 'node_modules/typescript-7/bin/tsc', '-p', '.'] },
  {
    name: 'boundaries',
    command: ['depcruise', '--output-type', 'err', 'packages', 'apps', 'e2e', 'bench/src', 'scripts'],
  },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'generated docs', command: ['node', 'scripts/generate-docs.ts', '--check'] },
  { name: 'promises', command: ['node', 'scripts/promises.ts', '--short'] },
  {
    name: 'tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${report}`],
    isLoud: true,
  },
];

needPrograms();
let failed = 0;
for (const { name, command, isLoud } of checks) {
  const started = Date.now();
  const [program, ...args] = command;
  const { status, stdout, stderr } = spawnSync(program!, args, {
    cwd: root,
    stdio: isLoud ? 'inherit' : 'pipe',
    encoding: 'utf8',
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (status === 0) continue;
  failed += 1;
  if (!isLoud) console.log(`${stdout ?? ''}${stderr ?? ''}`);
}

// The report decides: a program may end with 0 although a test failed, when something it started ends it first.
const counts = countTests();
if (counts.failed > 0 && failed === 0) failed = 1;
rmSync(scratch, { recursive: true, force: true });
if (failed > 0) console.log(`${failed} of ${checks.length} checks failed.`);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;

function countTests(): { passed: number; failed: number; skipped: number } {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
