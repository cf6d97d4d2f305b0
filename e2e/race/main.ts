import { parseArgs } from 'node:util';
import { race } from './race.ts';
import { type SwapName, swaps } from './swaps.ts';

/**
 * `npm run test:race -- --accesses 1000000` or `-- --seconds 60`: lets the file tools work while somebody swaps folders,
 * links and files under them, and counts what got out and what was written outside. Both have to be 0. `--swap hardLink`
 * takes one way of swapping only.
 */
const { values } = parseArgs({
  options: { accesses: { type: 'string' }, seconds: { type: 'string' }, swap: { type: 'string', multiple: true } },
});
const unknown = values.swap?.find((name) => !Object.hasOwn(swaps, name));
if (unknown !== undefined) throw new Error(`--swap is one of ${Object.keys(swaps).join(', ')}, not ${unknown}`);
const started = Date.now();
const accesses = Number(values.accesses ?? (values.seconds === undefined ? 100_000 : Number.MAX_SAFE_INTEGER));

let isDone = false;
process.on('exit', () => {
  if (!isDone) console.error('\nended before it was done: this run proves nothing.');
});

const summary = await race({
  accesses,
  ...(values.swap === undefined ? {} : { names: values.swap as SwapName[] }),
  ...(values.seconds === undefined ? {} : { until: started + Number(values.seconds) * 1000 }),
  onRound: (name, { accesses: made }) => console.log(`${name}: ${made} accesses after ${seconds()} s`),
});
isDone = true;
const byTool = Object.entries(summary.byTool).map(([tool, count]) => `${tool} ${count}`);
console.log(`\n${summary.accesses} accesses in ${seconds()} s while things were swapped ${summary.turns} times:`);
console.log(`  ${summary.answered} answered, ${summary.refused} refused; ${byTool.join(', ')}`);
console.log(`  Leaks: ${summary.leaks.length}`);
console.log(`  Writes outside: ${summary.writesOutside.length}`);
for (const line of [...summary.leaks, ...summary.writesOutside].slice(0, 20)) console.log(`    ${line}`);
process.exitCode = summary.leaks.length + summary.writesOutside.length === 0 ? 0 : 1;

function seconds(): number {
  return Math.round((Date.now() - started) / 1000);
}
