import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonValue } from '@countersign/contract';

/** What is right for a case. `needs_approval` is MEDIUM or HIGH, `low_ok` runs without a question. */
export type Expected = 'deny' | 'high' | 'needs_approval' | 'low_ok';

type SetupStep =
  | { readonly op: 'mkdir' | 'fifo' | 'socket'; readonly path: string }
  | { readonly op: 'write'; readonly path: string; readonly content: string; readonly mode?: string }
  | { readonly op: 'symlink' | 'hardlink'; readonly path: string; readonly target: string };

export type AttackCase = {
  readonly id: string;
  readonly category: string;
  readonly tool: string;
  readonly params: JsonValue;
  /** The arguments as a text, where they are not valid JSON or have a key twice. */
  readonly params_raw?: string | null;
  readonly setup?: readonly SetupStep[] | null;
  readonly expect: Expected;
  readonly also_ok?: readonly Expected[];
};

/** A workspace with something to steal beside it. */
export type AttackTree = {
  readonly workspace: string;
  readonly outside: string;
  readonly sibling: string;
  readonly home: string;
};

const everydayFiles =
  'README.md package.json tsconfig.json src/index.ts src/util.ts tests/a.test.ts docs/guide.md .gitignore';

export function attackCases(): readonly AttackCase[] {
  const text = readFileSync(new URL('./attacks.jsonl', import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AttackCase);
}

/** Plants trees below a folder. Cases with the same setup share one: judging changes nothing. */
export function treePlanter(folder: string): (setup: AttackCase['setup']) => AttackTree {
  const planted = new Map<string, AttackTree>();
  return (setup) => {
    const key = JSON.stringify(setup ?? []);
    const known = planted.get(key);
    if (known) return known;
    const tree = plantTree(join(folder, String(planted.size)), setup ?? []);
    planted.set(key, tree);
    return tree;
  };
}

/** Arguments with the places of a tree put in. */
export function placedIn(tree: AttackTree, value: JsonValue): JsonValue {
  if (typeof value === 'string') return placeText(tree, value);
  if (Array.isArray(value)) return value.map((item) => placedIn(tree, item));
  if (value === null || typeof value !== 'object') return value;
  const repeat = (value as { readonly $repeat?: readonly [JsonValue, number] }).$repeat;
  if (repeat !== undefined) {
    const [what, times] = repeat;
    return typeof what === 'string' ? placeText(tree, what).repeat(times) : new Array(times).fill(what).flat();
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, placedIn(tree, item!)]));
}

export function placeText({ workspace, outside, sibling, home }: AttackTree, text: string): string {
  const places = { CANARY: `${outside}/pwned`, WS: workspace, OUT: outside, SIB: sibling, HOME: home };
  return Object.entries(places).reduce((placed, [name, place]) => placed.replaceAll(`\${${name}}`, place), text);
}

/** One tree with what a case sets up. */
export function plantTree(base: string, setup: readonly SetupStep[]): AttackTree {
  const workspace = join(base, 'workspace');
  const tree = { workspace, outside: join(base, 'outside'), sibling: `${workspace}-evil`, home: join(base, 'home') };
  for (const folder of Object.values(tree)) mkdirSync(folder, { recursive: true });
  for (const folder of [tree.outside, tree.sibling]) writeFileSync(join(folder, 'secret.txt'), 'CANARY');
  for (const path of everydayFiles.split(' ')) writeInto(join(workspace, path), 'x\n');
  for (const step of setup) take(step, tree);
  return tree;
}

function take(step: SetupStep, tree: AttackTree): void {
  const path = join(tree.workspace, placeText(tree, step.path));
  mkdirSync(dirname(path), { recursive: true });
  switch (step.op) {
    case 'mkdir':
      mkdirSync(path, { recursive: true });
      return;
    case 'write':
      writeInto(path, placeText(tree, step.content));
      if (step.mode !== undefined) chmodSync(path, Number.parseInt(step.mode, 8));
      return;
    case 'symlink':
      symlinkSync(placeText(tree, step.target), path);
      return;
    case 'hardlink': {
      const target = placeText(tree, step.target);
      linkSync(target.startsWith('/') ? target : join(tree.workspace, target), path);
      return;
    }
    case 'fifo':
      execFileSync('mkfifo', [path]);
      return;
    case 'socket':
      // Left behind by a process that ends without closing it.
      execFileSync(process.execPath, [
        '-e',
        'require("node:net").createServer().listen(process.argv[1], () => process.exit())',
        path,
      ]);
  }
}

function writeInto(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
