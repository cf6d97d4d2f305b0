import { limits } from '../limits.ts';
import type { CommandRecord } from './command-record.ts';
import { launchers, launches, shells } from './knowledge/carriers.ts';
import { forcedRemoval, isForcedRecursiveRemoval, whyDeniedByName } from './knowledge/denied.ts';
import { programName } from './program-name.ts';

/** `bash x.sh`, `sh -c '…'`: what is in the script counts where it can be read here. */
export function judgeShell(record: CommandRecord, args: readonly string[]): void {
  record.forget();
  record.find('shell', 'HIGH', `${record.name} runs whatever script it is given.`);
  record.effect('executes', record.name);
  const at = args.findIndex((arg) => /^-[A-Za-z]*c[A-Za-z]*$/.test(arg) || arg === '--command');
  if (at < 0) {
    for (const arg of args) record.guess(arg);
    return;
  }
  const code = args.slice(at + 1).find((arg) => !arg.startsWith('-'));
  if (code === undefined) return;
  const { parts, findings } = record.place.judgeScript(code, {
    ...record.place,
    workingDirectory: record.workingDirectory,
    depth: record.place.depth + 1,
  });
  for (const finding of [...findings, ...parts.flatMap((part) => part.findings)]) record.inherit(finding);
  for (const { kind, target } of parts.flatMap((part) => part.effects)) record.effect(kind, target);
  record.paths.push(...parts.flatMap((part) => part.paths));
}

/** The command inside is looked for at every place where it could begin: what is denied anywhere is denied. */
export function judgeWrapper(record: CommandRecord, given: readonly string[]): void {
  record.forget();
  record.find('wrapper', 'HIGH', `${record.name} runs another command.`);
  record.effect('executes', record.name);
  for (const arg of given) record.guess(arg);
  const inner = launchers.has(record.name) ? launched(given) : given;
  judgeWrapped(record, inner);
}

function judgeWrapped(record: CommandRecord, args: readonly string[]): void {
  const shellsThere = args.filter((arg) => isPlainName(arg) && shells.has(programName(arg).name)).length;
  if (shellsThere > limits.nestedCommandsMax) {
    record.find('depth', 'DENY', 'There are too many shells in which another command could begin.');
    return;
  }
  let lines = 0;
  for (const [index, arg] of args.entries()) {
    if (/\s/.test(arg) && lines++ < limits.nestedCommandsMax) judgeCommandLine(record, arg);
    if (!isPlainName(arg)) continue;
    const { name } = programName(arg);
    const denied = isAlsoSubcommand(name) && !isFirstWord(args, index) ? null : whyDeniedByName(name);
    if (denied !== null) record.find('denied', 'DENY', `${denied}. Nobody can approve that.`);
    if (name === 'rm' && isForcedRecursiveRemoval(name, args.slice(index + 1)))
      record.find('denied', 'DENY', forcedRemoval);
    if (shells.has(name)) record.judgeInner(args.slice(index));
  }
}

/** `watch 'rm -rf x'`, `env -S 'rm -rf x'`: one argument that may be a whole command. Only what is denied counts. */
function judgeCommandLine(record: CommandRecord, text: string): void {
  const script = text.replace(/^(?:-[A-Za-z]|--[a-z-]+=)/, '');
  const { parts } = record.place.judgeScript(script, { ...record.place, depth: record.place.depth + 1 });
  for (const finding of parts.flatMap((part) => part.findings))
    if (finding.id === 'builtin.command.denied') record.inherit(finding);
}

/** What a launcher is told to run, from the word on that says so. */
function launched(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => launches.has(arg));
  return at < 0 ? [] : args.slice(at + 1);
}

function isPlainName(arg: string): boolean {
  return /^[\w./~][\w./+-]*$/.test(arg);
}

/** Words that are denied as programs and harmless as words of other programs: `uv init`, `docker mount`. */
function isAlsoSubcommand(name: string): boolean {
  return ['init', 'mount', 'passwd', 'snap', 'op'].includes(name);
}

/** Only flags, variables and numbers stand before it, as in `timeout 5 mount`. */
function isFirstWord(args: readonly string[], index: number): boolean {
  return args.slice(0, index).every((arg) => /^-|=|^[\d.]+[a-z]?$/.test(arg));
}
