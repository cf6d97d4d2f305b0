import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mutateGate } from './mutate-gate.ts';
import { plantTrap } from './plant-trap.ts';

/** `npm run test:gate -- --calls 1000000 --seed 1 --runs 2000`: the long version of gate-mutation.test.ts. */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '2000' },
  },
});
const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-gate-')));
mkdirSync(join(base, 'trace'));
const started = Date.now();
const figures = await mutateGate(plantTrap(base), {
  calls: Number(values.calls),
  seed: Number(values.seed),
  runs: Number(values.runs),
});
rmSync(base, { recursive: true });
for (const { call, complaint } of figures.findings.slice(0, 50)) console.log(`${complaint}\n  ${call}`);
console.log(
  `${figures.calls} calls with seed ${values.seed}: ${figures.low} would run unasked, ${figures.denied} are denied, ${figures.ran} were run; ` +
    `${figures.findings.length} findings in ${((Date.now() - started) / 1000).toFixed(0)} s`,
);
process.exitCode = figures.findings.length === 0 ? 0 : 1;
