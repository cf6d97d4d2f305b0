import { createHash } from 'node:crypto';
import { shells, wrappers } from '../commands/knowledge/carriers.ts';
import { programName } from '../commands/program-name.ts';
import type { Part } from '../judgement/part.ts';
import { limits } from '../limits.ts';
import { judgeCall } from '../tools/judge-call.ts';
import { exampleWorkspace } from './example-workspace.ts';
import type { Policy, Rule } from './policy.ts';
import type { RuleSubject } from './rule-subject.ts';

/** A command that is never run: a program, or a program with these words among its own. */
type DeniedCommand = { readonly text: string; readonly name: string; readonly words: readonly string[] };

type Words = Pick<Part, 'argv' | 'command' | 'subcommand'>;

const ruleId = 'settings.bash-denylist';
const findersRun: ReadonlySet<string> = new Set([
  '-exec',
  '-execdir',
  '-ok',
  '-okdir',
  '-x',
  '-X',
  '--exec',
  '--exec-batch',
]);
const commandTools: ReadonlySet<string> = new Set(['bash', 'execute_command']);
/** They run what stands in their arguments, besides wrappers and shells; of `find` and `fd`, what stands behind such a word. */
const alsoCarriers: ReadonlySet<string> = new Set(['eval', 'trap', 'find', 'fd', 'sudo', 'doas']);

/**
 * T3: a policy in which nobody can approve these commands, written as their first words: `shutdown`, `git push`,
 * `rm -r`. They are looked for among the simple commands of a script and in what wrappers and shells are given. A command
 * that is not known before it runs could be any of them, so it is denied too.
 */
export function denyCommands(policy: Policy, commands: readonly string[]): Policy {
  if (commands.length === 0) return policy;
  const digest = createHash('sha256').update(JSON.stringify(commands)).digest('hex').slice(0, 8);
  return { ...policy, version: `${policy.version}+${digest}`, rules: [...policy.rules, ...commands.map(ruleOf)] };
}

function ruleOf(text: string): Rule {
  const [first = '', ...words] = text.trim().split(/\s+/);
  const denied = { text, name: programName(first).name, words };
  return {
    id: ruleId,
    outcome: 'deny',
    reason: `"${text}" is never run here: it is on the list tool_bash_denylist. Nobody can approve it; do it another way, or leave it to a person.`,
    covers: (subject) => covers(denied, subject),
    mayCover: () => false,
    upTo: 'LOW',
    risk: undefined,
    network: undefined,
    timeoutSeconds: undefined,
    examples: [],
  };
}

function covers(denied: DeniedCommand, { call, part }: RuleSubject): boolean {
  if (part === null || call.tool.source !== 'builtin' || !commandTools.has(call.tool.name)) return false;
  return isOrRuns(denied, part, 0);
}

function isOrRuns(denied: DeniedCommand, part: Words, depth: number): boolean {
  const { argv, command } = part;
  if (depth > limits.nestedCommandsMax) return true;
  // `X=1` is no command at all; `$X` is one that nobody knows.
  if (command === null) return argv === null;
  if (argv === null) return command === denied.name || carries(command);
  return is(denied, part, argv.slice(1)) || (carries(command) && runs(denied, command, argv.slice(1), depth));
}

function carries(command: string): boolean {
  return wrappers.has(command) || shells.has(command) || alsoCarriers.has(command);
}

/** The command inside is looked for at every place where it could begin, and in every text that could be a script. */
function runs(denied: DeniedCommand, command: string, given: readonly string[], depth: number): boolean {
  const args = carriedBy(command, given);
  const begins = args.flatMap((arg, at) => (programName(arg).name === denied.name ? [args.slice(at)] : []));
  const scripts =
    command === 'eval' || command === 'trap' ? [args.join(' ')] : args.filter((arg) => /[\s;&|(`$]/.test(arg));
  if (begins.length + scripts.length > limits.scriptCommandsMax) return true;
  const inside = [
    ...begins.flatMap(([first, ...rest]) => partsOf('execute_command', { command: first!, args: rest })),
    ...scripts.flatMap((script) => partsOf('bash', { cmd: script.replace(/^(?:-[A-Za-z]|--[a-z-]+=)/, '') })),
  ];
  return inside.some((part) => isOrRuns(denied, part, depth + 1));
}

function carriedBy(command: string, args: readonly string[]): readonly string[] {
  if (command === 'trap') return args.slice(0, 1);
  if (command !== 'find' && command !== 'fd') return args;
  const at = args.findIndex((arg) => findersRun.has(arg));
  return at < 0 ? [] : args.slice(at + 1);
}

/** Only its words are looked at, so the disk has no part in it. */
function partsOf(name: string, args: Parameters<typeof judgeCall>[0]['arguments']): readonly Part[] {
  return judgeCall({ tool: { name, source: 'builtin', service: null }, arguments: args }, exampleWorkspace).parts;
}

function is({ name, words }: DeniedCommand, { command, subcommand }: Words, args: readonly string[]): boolean {
  if (command !== name) return false;
  const flags = words.filter((word) => word.startsWith('-'));
  const plain = words.filter((word) => !word.startsWith('-'));
  return flags.every((flag) => hasFlag(args, flag)) && hasWords(args, plain, subcommand);
}

/** `-rf` is there in `-f -r` and in `-rvf` too; a long flag with or without a value. */
function hasFlag(args: readonly string[], flag: string): boolean {
  if (flag.startsWith('--')) return args.some((arg) => arg === flag || arg.startsWith(`${flag}=`));
  const letters = args.filter((arg) => /^-[A-Za-z]/.test(arg)).join('');
  return [...flag.slice(1)].every((letter) => letters.includes(letter));
}

/** In this order, and the first of them where a subcommand stands: `git commit -m push` pushes nothing. */
function hasWords(args: readonly string[], words: readonly string[], subcommand: string | null): boolean {
  const [first] = words;
  if (first === undefined) return true;
  const operands = args.filter((arg) => !arg.startsWith('-'));
  if (subcommand !== null && subcommand.split(' ')[0] !== first) return false;
  if (subcommand === null && args[0] === operands[0] && operands[0] !== first) return false;
  let at = 0;
  for (const operand of operands) if (operand === words[at]) at += 1;
  return at >= words.length;
}
