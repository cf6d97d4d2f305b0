import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needPrograms } from './need-programs.ts';
import { root } from './root.ts';

/**
 * `npm test`: every check there is, each said in a line. A check that fails does not stop the ones after it; the last
 * line counts the tests. Test files that failed while everything else was running get a second try, alone: what passes
 * only then is named, for it is a fault of the test or of the machine that somebody should look at.
 */
const scratch = mkdtempSync(join(tmpdir(), 'countersign-tests-'));
const report = join(scratch, 'report.json');
const secondReport = join(scratch, 'second.json');
/** With more files than this something is really broken, and a second try would only take time. */
const secondTriesMax = 5;

type Check = { readonly name: string; readonly command: readonly [string, ...string[]] };

/** Those that look at the sources alone, the longest first: two of them at a time. */
const quietChecks: readonly Check[] = [
  {
    name: 'boundaries',
    command: ['depcruise', '--output-type', 'err', 'packages', 'apps', 'e2e', 'bench/src', 'scripts'],
  },
  { name: 'types', command: ['node', 'node_modules/typescript-7/bin/tsc', '-p', '.'] },
  { name: 'lost promises', command: ['oxlint', '--type-aware', '--deny-warnings', '.'] },
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'generated docs', command: ['node', 'scripts/generate-docs.ts', '--check'] },
  { name: 'links', command: ['node', 'scripts/check-links.ts'] },
  { name: 'promises', command: ['node', 'scripts/promises.ts', '--short'] },
];
const atOnce = 2;
const tests: Check = {
  name: 'tests',
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${report}`],
};

needPrograms();
let failed = 0;
const left = [...quietChecks];
await Promise.all(Array.from({ length: atOnce }, doWhatIsLeft));
if (!(await passes(tests, 'inherit')) && !passesAlone()) failed += 1;

// The report decides: a program may end with 0 although a test failed, when something it started ends it first.
const counts = countTests();
if (counts.failed > 0 && failed === 0) failed = 1;
for (const name of counts.late) console.log(`passed only on the second try: ${name}`);
rmSync(scratch, { recursive: true, force: true });
if (failed > 0) console.log(`${failed} of ${quietChecks.length + 1} checks failed.`);
const late = counts.late.length > 0 ? `, ${counts.late.length} of them only on the second try` : '';
console.log(`${counts.passed} passed${late}, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;

type Report = {
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

async function doWhatIsLeft(): Promise<void> {
  for (let check = left.shift(); check; check = left.shift()) if (!(await passes(check, 'pipe'))) failed += 1;
}

/** Says in a line how a check went, and where it failed all that it printed. */
async function passes({ name, command }: Check, stdio: 'inherit' | 'pipe'): Promise<boolean> {
  const started = Date.now();
  const [program, ...args] = command;
  const child = spawn(program, args, { cwd: root, stdio: ['inherit', stdio, stdio] });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  const status = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      printed.push(Buffer.from(`${error.message}\n`));
      resolve(null);
    });
    child.once('close', resolve);
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (status !== 0 && printed.length > 0) console.log(Buffer.concat(printed).toString('utf8'));
  return status === 0;
}

/** Whether the files that failed pass when nothing else runs. */
function passesAlone(): boolean {
  const files = readReport(report)?.testResults.filter(({ status }) => status !== 'passed') ?? [];
  if (files.length === 0 || files.length > secondTriesMax) return false;
  const names = files.map(({ name }) => name);
  console.log(`\nA second try, alone: ${names.join(', ')}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${secondReport}`, '--maxWorkers=1'];
  return spawnSync('vitest', ['run', ...reporters, ...names], { cwd: root, stdio: 'inherit' }).status === 0;
}

/** Tests by their last try. No report at all is a failure. */
function countTests(): { passed: number; failed: number; skipped: number; late: readonly string[] } {
  const first = readReport(report);
  if (!first) return { passed: 0, failed: 1, skipped: 0, late: [] };
  const second = readReport(secondReport);
  const results = first.testResults.map((file) => second?.testResults.find(({ name }) => name === file.name) ?? file);
  const tests = results.flatMap(({ assertionResults }) => assertionResults);
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  const unusable = results.filter(
    ({ status, assertionResults }) => status !== 'passed' && assertionResults.length === 0,
  );
  return {
    passed: count('passed'),
    failed: count('failed') + unusable.length,
    skipped: first.numPendingTests + first.numTodoTests,
    late: first.testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ fullName, status }) => status === 'failed' && hasPassed(second, fullName))
        .map(({ fullName }) => fullName),
    ),
  };
}

function hasPassed(second: Report | null, fullName: string): boolean {
  const tests = second?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
  return tests.some((test) => test.fullName === fullName && test.status === 'passed');
}

function readReport(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return null;
  }
}
