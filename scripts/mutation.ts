import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.ts';

/**
 * `npm run test:mutation`: changes the code of the gate in small ways, one at a time, and counts how many of these
 * mutants some test notices. All of it would take hours. `--only <folder or file>` takes a part of it; `--sample 150` draws
 * that many lines of code, `--seed 7` others than the last time, and says how far the whole may be from what it found.
 * Fails below the goal.
 */
const goal = 85;
/** Standard errors to either side that hold the truth in 19 of 20 samples. */
const standardErrors = 1.96;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: ['packages/policy/src', 'packages/redaction/src'] },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '1' },
    quiet: { type: 'boolean', default: false },
  },
});

type Line = { readonly file: string; readonly number: number };
type Mutant = {
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'RuntimeError' | 'CompileError';
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
};

/** Only these say something of the tests. What runs for ever is noticed as well. */
const isCaught: Readonly<Partial<Record<Mutant['status'], boolean>>> = {
  Killed: true,
  Timeout: true,
  Survived: false,
  NoCoverage: false,
};

const files = values.only.flatMap(sourcesIn).sort();
const lines = files.flatMap(linesOfCode);
const drawn = values.sample === undefined ? null : draw(lines, Number(values.sample), Number(values.seed));
const scratch = mkdtempSync(join(tmpdir(), 'countersign-mutation-'));
const report = join(root, 'reports/mutation/mutation.json');

rmSync(report, { force: true });
const ran = spawnSync(
  'stryker',
  [
    ...['run', '--concurrency', values.concurrency, '--tempDirName', scratch, '--logLevel', 'warn'],
    ...['--mutate', (drawn?.map(({ file, number }) => `${file}:${number}-${number}`) ?? files).join(',')],
  ],
  { cwd: root, stdio: values.quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit' },
);
rmSync(scratch, { recursive: true, force: true });
if (ran.status !== 0) process.exit(ran.status ?? 1);

const mutants = Object.entries(
  (JSON.parse(readFileSync(report, 'utf8')) as { files: Record<string, { mutants: Mutant[] }> }).files,
).flatMap(([file, each]) => each.mutants.map((mutant) => ({ ...mutant, file })));
const counted = mutants.filter(({ status }) => status in isCaught);

for (const { file, location, mutatorName, replacement, status } of counted)
  if (!isCaught[status])
    console.log(`${file}:${location.start.line}:${location.start.column} ${mutatorName}: ${replacement}`);
console.log('\nscore  caught  by time  all  folder');
for (const [folder, own] of Map.groupBy(counted, ({ file }) => dirname(file))) console.log(rowOf(own, folder));
console.log(rowOf(counted, 'all'));
const left = mutants.filter(({ status }) => status === 'Ignored').length;
console.log(`Left out: ${left} in what runs once, when a module is loaded, and in texts.`);
if (drawn !== null) {
  console.log(
    `Drawn: ${drawn.length} of ${lines.length} lines of code, seed ${values.seed}. ` +
      `The whole is within ${marginOf(drawn).toFixed(1)} points of that, 19 times of 20.`,
  );
}
process.exitCode = scoreOf(counted) < goal ? 1 : 0;

function sourcesIn(place: string): string[] {
  if (statSync(join(root, place)).isFile()) return [place];
  return globSync(`${place}/**/*.ts`, { cwd: root }).filter((file) => !/(?:\.test|\/index)\.ts$/.test(file));
}

/** Lines with more on them than brackets, and no comments: each has the same chance. */
function linesOfCode(file: string): Line[] {
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((text, index) =>
      /^\s*(?:\/\/|\/?\*|import\b|export type\b|type\b)/.test(text) || !/\w/.test(text)
        ? []
        : [{ file, number: index + 1 }],
    );
}

function draw<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const left = [...items];
  let state = seed;
  return Array.from({ length: Math.min(count, left.length) }, () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return left.splice(((bits ^ (bits >>> 14)) >>> 0) % left.length, 1)[0]!;
  });
}

function scoreOf(some: readonly Mutant[]): number {
  return some.length === 0 ? 100 : (100 * some.filter(({ status }) => isCaught[status]).length) / some.length;
}

function rowOf(some: readonly Mutant[], name: string): string {
  const count = (isWanted: (mutant: Mutant) => boolean) => some.filter(isWanted).length;
  return [
    scoreOf(some).toFixed(1).padStart(5),
    String(count(({ status }) => isCaught[status] === true)).padStart(6),
    String(count(({ status }) => status === 'Timeout')).padStart(7),
    String(some.length).padStart(3),
    name,
  ].join('  ');
}

/** Mutants of one line live and die together, so lines are what was drawn: the error of a ratio of sums over them. */
function marginOf(sample: readonly Line[]): number {
  const score = scoreOf(counted) / 100;
  const ofLine = Map.groupBy(counted, ({ file, location }) => `${file}:${location.start.line}`);
  const squares = sample.map(({ file, number }) => {
    const own = ofLine.get(`${file}:${number}`) ?? [];
    return (own.filter(({ status }) => isCaught[status]).length - score * own.length) ** 2;
  });
  const sum = squares.reduce((total, square) => total + square, 0);
  const ofAll = 1 - sample.length / lines.length;
  const variance = (ofAll * sum * sample.length) / Math.max(1, sample.length - 1);
  return (100 * standardErrors * Math.sqrt(variance)) / Math.max(1, counted.length);
}
