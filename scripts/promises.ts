import { globSync, readFileSync } from 'node:fs';
import { root } from './root.ts';

/**
 * `npm run promises`: every promise of docs/promises.json with the tests that cite it, as `[L4]` or `[L4, A1]` in
 * their names, and those without one. Fails when a promise that is marked as delivered has no test, and when a test
 * cites a promise that does not exist. `--json` for machines.
 */
type Promised = { readonly id: string; readonly delivered: boolean; readonly promise: string };

const promises = JSON.parse(readFileSync(`${root}/docs/promises.json`, 'utf8')) as Promised[];
const files = globSync('{packages,apps,e2e,bench,scripts}/**/*.test.ts', {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
});

const citing = new Map<string, string[]>();
const title = /\b(?:it|test|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g;
for (const file of files.sort()) {
  for (const [, , name] of readFileSync(`${root}/${file}`, 'utf8').matchAll(title)) {
    for (const [, list] of name!.matchAll(/\[((?:[A-Z]\d+)(?:,\s*[A-Z]\d+)*)\]/g)) {
      for (const id of list!.split(/,\s*/))
        citing.set(id, [...(citing.get(id) ?? []), `${file}: ${name!.replace(/\s*\[[^\]]*\]/g, '')}`]);
    }
  }
}

const known = new Set(promises.map(({ id }) => id));
const unknown = [...citing.keys()].filter((id) => !known.has(id));
const missing = promises.filter(({ id, delivered }) => delivered && !citing.has(id)).map(({ id }) => id);
const later = promises.filter(({ id, delivered }) => !delivered && !citing.has(id)).map(({ id }) => id);

if (process.argv.includes('--json')) {
  console.log(
    JSON.stringify(
      promises.map((entry) => ({ ...entry, tests: citing.get(entry.id) ?? [] })),
      null,
      2,
    ),
  );
} else {
  for (const { id, promise, delivered } of promises) {
    const tests = citing.get(id) ?? [];
    console.log(
      `${id.padEnd(4)} ${tests.length > 0 ? `${tests.length} tests` : delivered ? 'NO TEST' : 'not yet'}  ${promise.slice(0, 90)}`,
    );
    if (!process.argv.includes('--short')) for (const test of tests) console.log(`       ${test}`);
  }
  console.log(
    `\n${promises.length} promises: ${promises.length - missing.length - later.length} tested, ${later.length} not delivered yet${later.length > 0 ? ` (${later.join(' ')})` : ''}.`,
  );
}
if (missing.length > 0) console.error(`Delivered, but without a test: ${missing.join(', ')}`);
if (unknown.length > 0) console.error(`Cited, but not promised: ${unknown.join(', ')}`);
process.exitCode = missing.length + unknown.length > 0 ? 1 : 0;
