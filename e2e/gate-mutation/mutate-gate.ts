import { filesOnDisk, localToolDefinitions } from '../../packages/local-tools/src/index.ts';
import { decide } from '../../packages/policy/src/decide.ts';
import { type CallRequest, requestJudge } from '../../packages/policy/src/rules/judge-request.ts';
import { emptyPolicy } from '../../packages/policy/src/rules/policy.ts';
import type { Verdict } from '../../packages/policy/src/verdict.ts';
import { generateCommand } from './generate-command.ts';
import { complainOfPath, generatePath } from './generate-path.ts';
import { generateScript } from './generate-script.ts';
import { type Trap, trapWords } from './plant-trap.ts';
import { Random } from './random.ts';
import { runForReal } from './run-for-real.ts';
import { complainOfCommand, complainOfScript } from './static-oracle.ts';

type Finding = { readonly call: string; readonly complaint: string };
export type Figures = {
  readonly calls: number;
  readonly low: number;
  readonly denied: number;
  readonly ran: number;
  readonly findings: readonly Finding[];
};

type Low =
  | { readonly argv: readonly string[]; readonly parts: readonly (readonly string[])[]; readonly script: null }
  | { readonly argv: null; readonly parts: readonly (readonly string[])[]; readonly script: string };

/**
 * Judges calls that a grammar makes up. Of every one that would run unasked a second opinion is asked, and some of them
 * are run for real: what they start, open and write has to be what the gate took them for.
 */
export async function mutateGate(
  trap: Trap,
  { seed, calls, runs }: { readonly seed: number; readonly calls: number; readonly runs: number },
): Promise<Figures> {
  const random = new Random(seed);
  const words = trapWords(trap);
  const judge = gateIn(trap);
  const findings: Finding[] = [];
  const kept: Low[] = [];
  let low = 0;
  let denied = 0;
  for (let index = 0; index < calls; index += 1) {
    if (random.isChance(0.15)) {
      const path = generatePath(random, words, trap);
      const tool = random.pick(fileTools);
      const { outcome } = judge({ tool, params: { path, ...fileArguments[tool] } });
      if (outcome === 'deny') denied += 1;
      if (outcome === 'allow') low += 1;
      // What is asked about stays inside too.
      const complaint = outcome === 'deny' ? null : complainOfPath(path, trap);
      if (complaint !== null) findings.push({ call: JSON.stringify([tool, path]), complaint });
      continue;
    }
    const isScript = random.isChance(0.5);
    const argv = isScript ? null : generateCommand(random, words);
    const script = argv === null ? generateScript(random, words) : '';
    const verdict = judge(
      argv === null
        ? { tool: 'bash', params: { cmd: script } }
        : { tool: 'execute_command', params: { command: argv[0]!, args: argv.slice(1) } },
    );
    if (verdict.outcome === 'deny') denied += 1;
    if (verdict.outcome !== 'allow') continue;
    low += 1;
    const parts = verdict.judgement.parts.map((part) => part.argv ?? []);
    const complaint =
      (argv === null ? complainOfScript(script) : null) ??
      parts.map((part) => complainOfCommand(part, trap)).find((each) => each !== null) ??
      null;
    if (complaint !== null) findings.push({ call: JSON.stringify(argv ?? script), complaint });
    // Reservoir sampling: every call that is LOW is as likely as any other to be run.
    const call: Low = argv === null ? { argv, parts, script } : { argv, parts, script: null };
    if (kept.length < runs) kept.push(call);
    else if (random.isChance(runs / low)) kept[random.below(runs)] = call;
  }
  const queue = kept.filter(isQuick);
  await Promise.all([1, 2].map(() => runAll(queue, trap, findings)));
  return { calls, low, denied, ran: kept.filter(isQuick).length, findings };
}

/** Only the words matter here, so the disk is looked at once. */
function gateIn({ workspace, base }: Trap): (call: Pick<CallRequest, 'tool' | 'params'>) => Verdict {
  const judge = requestJudge(localToolDefinitions);
  const looks = new Map<string, ReturnType<typeof filesOnDisk.look>>();
  const files = {
    look(path: string) {
      const look = looks.get(path) ?? filesOnDisk.look(path);
      if (looks.size < 50_000) looks.set(path, look);
      return look;
    },
  };
  const place = { roots: [workspace], home: `${base}/home`, files };
  return (call) =>
    judge({ ...call, agentId: '', sessionId: '', projectId: '' }, (resolved) => decide(emptyPolicy, resolved, place));
}

const fileArguments = {
  read_file: {},
  ls: {},
  grep: { pattern: 'x' },
  find: { name_pattern: '*' },
  write_file: { content: 'x' },
  edit: { find: 'x', replace: 'y' },
} as const;
const fileTools = Object.keys(fileArguments) as (keyof typeof fileArguments)[];

async function runAll(queue: Low[], trap: Trap, findings: Finding[]): Promise<void> {
  for (let call = queue.pop(); call !== undefined; call = queue.pop()) {
    const argv = call.argv ?? ['bash', '--noprofile', '--norc', '-c', call.script];
    const { started, complaints } = await runForReal(argv, trap);
    const wrong = [...complaints, ...wrongStarts(call, started)];
    for (const complaint of wrong) findings.push({ call: JSON.stringify(call.argv ?? call.script), complaint });
  }
}

/** Programs that the shell carries out itself, and scripts that start the program they stand for. */
const ofTheShell = new Set('echo printf true false pwd test type command :'.split(' '));
const standsFor: Readonly<Record<string, string>> = { egrep: 'grep', fgrep: 'grep' };

function wrongStarts({ script, parts }: Low, [first, ...others]: readonly (readonly string[])[]): string[] {
  if (first === undefined) return [];
  const expected = parts.map((part) => JSON.stringify(part));
  if (script === null) {
    const mayStart = standsFor[parts[0]![0]!];
    return others.filter((words) => words[0] !== mayStart).map((words) => `starts ${JSON.stringify(words)}`);
  }
  const left = [...expected];
  const wrong: string[] = [];
  for (const words of others) {
    const at = left.indexOf(JSON.stringify(words));
    if (at >= 0) left.splice(at, 1);
    else if (!Object.values(standsFor).includes(words[0]!)) wrong.push(`starts ${JSON.stringify(words)}`);
  }
  // Where nothing decides whether a command runs, all of them have to be seen.
  if (!/&&|\|\|/.test(script)) {
    const missing = left.map((each) => JSON.parse(each) as string[]).filter(([name]) => isInstalled(name!));
    wrong.push(...missing.map((words) => `does not start ${JSON.stringify(words)}`));
  }
  return wrong;
}

function isInstalled(name: string): boolean {
  return !ofTheShell.has(name) && filesOnDisk.look(`/usr/bin/${name}`).kind !== 'missing';
}

/** Following a file and sleeping take their time and show nothing. */
function isQuick({ parts }: Low): boolean {
  return parts.every(
    ([name, ...args]) => name !== 'sleep' && !(name === 'tail' && args.some((arg) => /^-\w*[fF]|^--f/.test(arg))),
  );
}
