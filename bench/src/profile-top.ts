/**
 * Prints what a .cpuprofile spent its time on, by itself and with what it called:
 *
 *   node bench/src/profile-top.ts <file, or folder with one> [--lines 30]
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderTable } from './render-table.ts';

type Frame = { readonly functionName: string; readonly url: string; readonly lineNumber: number };
type Node = { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] };
type Profile = {
  readonly nodes: readonly Node[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};
type Cost = { selfUs: number; totalUs: number };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { lines: { type: 'string', default: '30' } },
});
const profile = JSON.parse(readFileSync(fileOf(positionals[0] ?? '.'), 'utf8')) as Profile;
const costs = costsOf(profile);
const busyUs = [...costs].reduce((sum, [name, { selfUs }]) => (name.startsWith('(idle)') ? sum : sum + selfUs), 0);
const allUs = profile.timeDeltas.reduce((sum, us) => sum + us, 0);
console.log(`busy ${(busyUs / 1000).toFixed(0)} ms of ${(allUs / 1000).toFixed(0)} ms\n`);
for (const by of ['selfUs', 'totalUs'] as const) {
  const rows = [...costs]
    .filter(([name]) => !/^\((idle|root)\)/.test(name))
    .toSorted((a, b) => b[1][by] - a[1][by])
    .slice(0, Number(values.lines))
    .map(([name, cost]) => [`${((cost[by] / busyUs) * 100).toFixed(1)} %`, (cost[by] / 1000).toFixed(0), name]);
  console.log(`${renderTable([by === 'selfUs' ? 'self' : 'with callees', 'ms', 'function'], rows)}\n`);
}

function fileOf(path: string): string {
  if (!statSync(path).isDirectory()) return path;
  const files = readdirSync(path).filter((name) => name.endsWith('.cpuprofile'));
  // Threads leave a profile each; the main thread's is thread 0.
  const main = files.find((name) => name.split('.')[4] === '0') ?? files[0];
  if (!main) throw new Error(`there is no .cpuprofile in ${path}`);
  return join(path, main);
}

function costsOf({ nodes, samples, timeDeltas }: Profile): Map<string, Cost> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const selfUs = new Map<number, number>();
  for (const [index, id] of samples.entries()) selfUs.set(id, (selfUs.get(id) ?? 0) + timeDeltas[index]!);
  const found = new Map<string, Cost>();
  const visit = (id: number, above: ReadonlySet<string>): number => {
    const { callFrame, children = [] } = byId.get(id)!;
    const name = nameOf(callFrame);
    const below = new Set([...above, name]);
    const own = selfUs.get(id) ?? 0;
    const totalUs = children.reduce((sum, child) => sum + visit(child, below), own);
    const cost = found.get(name) ?? { selfUs: 0, totalUs: 0 };
    found.set(name, cost);
    cost.selfUs += own;
    if (!above.has(name)) cost.totalUs += totalUs; // A recursion counts once.
    return totalUs;
  };
  visit(nodes[0]!.id, new Set());
  return found;
}

function nameOf({ functionName, url, lineNumber }: Frame): string {
  const name = functionName || '(anonymous)';
  return url ? `${name} ${url.replace(/^.*\/(?=(?:node_modules|packages|apps|bench)\/)/, '')}:${lineNumber + 1}` : name;
}
