import type { JsonObject } from '@countersign/contract';
import { createLocalTools, type Execution, type LocalTools, UndoStore } from '@countersign/local-tools';
import { type Arena, buildArena, secretMark } from './arena.ts';
import { startAttacker } from './start-attacker.ts';
import { type SwapName, swaps } from './swaps.ts';

export type RaceOptions = {
  readonly accesses: number;
  /** Ends it before all accesses are made. */
  readonly until?: number;
  /** All of them, one after the other, unless some are named. */
  readonly names?: readonly SwapName[];
  readonly onRound?: (name: SwapName, summary: Summary) => void;
};

export type Summary = {
  accesses: number;
  answered: number;
  refused: number;
  /** How often things were swapped meanwhile. */
  turns: number;
  byTool: Record<string, number>;
  /** Every result that told something of the outside, and everything outside that was changed. */
  leaks: string[];
  writesOutside: string[];
};

/** Accesses that are under way at once. */
const atOnce = 8;
/** Searching starts a program each time: it takes part now and then. */
const searchEvery = 40;

/** G1: lets the tools work while an attacker swaps under them, one way of swapping after the other. */
export async function race(options: RaceOptions): Promise<Summary> {
  const { accesses, until = Number.POSITIVE_INFINITY, names = Object.keys(swaps) as SwapName[], onRound } = options;
  const summary: Summary = { accesses: 0, answered: 0, refused: 0, turns: 0, byTool: {}, leaks: [], writesOutside: [] };
  const started = Date.now();
  for (const [nth, name] of names.entries()) {
    const share = Math.ceil(accesses / names.length);
    const end = started + ((until - started) * (nth + 1)) / names.length;
    await raceUnder(name, share, end, summary);
    onRound?.(name, summary);
  }
  return summary;
}

async function raceUnder(name: SwapName, accesses: number, until: number, summary: Summary): Promise<void> {
  const arena = buildArena();
  const attacker = await startAttacker(name, arena);
  const undo = UndoStore.open(`${arena.root}-undo`, { limits: { keptBytesMax: 100_000 } });
  const tools = createLocalTools({ roots: [arena.root], commands: null, undo });
  const answeredBefore = summary.answered;
  let begun = 0;
  const work = async (): Promise<void> => {
    while (begun < accesses && Date.now() < until) {
      begun += 1;
      await access(tools, begun, swaps[name].place, summary);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
    summary.turns += await attacker.stop();
    if (summary.answered === answeredBefore) throw new Error(`${name}: nothing was answered, so nothing is proved`);
    summary.writesOutside.push(...arena.changesOutside().map((path) => `${name}: ${path}`));
  } finally {
    await tools.close();
    removeSoon(arena);
  }
}

async function access(tools: LocalTools, nth: number, place: string, summary: Summary): Promise<void> {
  const [tool, args] = callOf(nth, place);
  summary.accesses += 1;
  summary.byTool[tool] = (summary.byTool[tool] ?? 0) + 1;
  let told: string;
  try {
    told = JSON.stringify(
      tool === 'preview'
        ? await tools.preview([args.path as string])
        : await tools.execute(tool, args, executionOf(nth)),
    );
    summary.answered += 1;
  } catch (error) {
    told = String(error);
    summary.refused += 1;
  }
  if (told.includes(secretMark)) summary.leaks.push(`${tool} ${JSON.stringify(args)}: ${told.slice(0, 500)}`);
}

function callOf(nth: number, place: string): [string, JsonObject] {
  if (nth % searchEvery === 0)
    return ['grep', { pattern: 'i.side', path: nth % (2 * searchEvery) === 0 ? '.' : place }];
  const calls: [string, JsonObject][] = [
    ['read', { path: `${place}/file.txt` }],
    ['ls', { path: place }],
    ['write', { path: `${place}/new.txt`, content: 'inside\n' }],
    ['read', { path: `${place}/sub/deep/../file.txt` }],
    ['edit', { path: `${place}/edit.txt`, find: 'inside', replace: 'inside' }],
    ['ls', { path: '.', recursive: true }],
    ['read_file', { path: `${place}/sub/file.txt` }],
    ['find', { path: place, name_pattern: '*' }],
    ['write', { path: `${place}/made/new.txt`, content: 'inside\n', mode: 'append' }],
    ['preview', { path: `${place}/file.txt` }],
    ['list_directory', { path: `${place}/sub`, recursive: true, pattern: '*' }],
    ['find', { path: '.', name_pattern: 'file*' }],
    ['write_file', { path: `${place}/file.txt`, content: 'inside\n' }],
  ];
  return calls[nth % calls.length]!;
}

function executionOf(nth: number): Execution {
  return {
    callId: `call-${nth}`,
    signal: new AbortController().signal,
    expectedFiles: [],
    mayUseNetwork: false,
    mayWrite: true,
    runsFiles: [],
    onOutput: () => {},
  };
}

function removeSoon(arena: Arena): void {
  try {
    arena.remove();
  } catch {
    // Left to the system's own cleaning of temporary files.
  }
}
