import type { PathAccess } from '../judgement/part.ts';
import { limits } from '../limits.ts';
import { judgePath } from '../paths/judge-path.ts';
import { CommandRecord, type JudgedCommand } from './command-record.ts';
import type { CommandSpec } from './command-spec.ts';
import { judgeShell, judgeWrapper } from './judge-carrier.ts';
import { judgeDescribed } from './judge-described.ts';
import { judgeDownload } from './judge-download.ts';
import { judgeFind } from './judge-find.ts';
import { interpreters, shells, wrappers } from './knowledge/carriers.ts';
import { forcedRemoval, isForcedRecursiveRemoval, whyDeniedByName } from './knowledge/denied.ts';
import { developingCommands } from './knowledge/developing.ts';
import { git } from './knowledge/git.ts';
import { removes, usesNetwork, whyHigh } from './knowledge/high.ts';
import { readingCommands } from './knowledge/reading.ts';
import type { Place } from './place.ts';
import { programName } from './program-name.ts';

const described: ReadonlyMap<string, CommandSpec> = new Map([
  ...Object.entries(readingCommands),
  ...Object.entries(developingCommands),
  ['git', git],
]);

/** G3: judges one command by its words, the way it will be started: no shell, nothing expanded. */
export function judgeCommand(argv: readonly string[], place: Place): JudgedCommand {
  const { name, findings, isUsable } = programName(argv[0] ?? '');
  const record = new CommandRecord(argv, name, place, judgeCommand);
  record.findings.push(...findings);
  if (isUsable) judgeArguments(record, argv.slice(1));
  else record.forget();
  return {
    argv,
    command: isUsable ? name : null,
    subcommand: record.subcommand,
    paths: record.paths,
    effects: [...record.effects.values()],
    findings: record.findings,
    isRememberable: record.isRememberable,
  };
}

function judgeArguments(record: CommandRecord, args: readonly string[]): void {
  const name = record.name;
  if (record.place.depth > limits.nestedCommandsMax) {
    record.find('depth', 'DENY', `Commands are nested deeper than ${limits.nestedCommandsMax} levels.`);
    return;
  }
  if (isTooLong(record.argv)) {
    record.find('too-long', 'DENY', 'The command has more words, or longer ones, than a person could read.');
    return;
  }
  judgeCharacters(record, args);
  if (record.argv[0]!.includes('/')) judgeOwnPath(record);
  const denied = whyDeniedByName(name);
  if (denied !== null) record.find('denied', 'DENY', `${denied}. Nobody can approve that.`);
  if (isForcedRecursiveRemoval(name, args)) record.find('denied', 'DENY', forcedRemoval);
  const known = described.get(name);
  if (name === 'find') judgeFind(record, args);
  else if (shells.has(name)) judgeShell(record, args);
  else if (wrappers.has(name)) judgeWrapper(record, args);
  else if (name === 'curl' || name === 'wget') judgeDownload(record, args);
  else if (known) judgeDescribed(record, known, name, args);
  else judgeUndescribed(record, args);
}

function isTooLong(argv: readonly string[]): boolean {
  return (
    argv.length > limits.commandWordsMax ||
    argv.reduce((length, word) => length + word.length, 0) > limits.commandLengthMax
  );
}

/** A program inside the workspace may have been written by the agent a moment ago. */
function judgeOwnPath(record: CommandRecord): void {
  const { findings } = judgePath(record.place.workspace, record.workingDirectory, record.argv[0]!, 'read');
  const isSystem = record.findings.some(
    (finding) => finding.id === 'builtin.command.place' && finding.level === 'MEDIUM',
  );
  if (!isSystem) record.findings.push(...findings.filter((finding) => finding.id !== 'builtin.path.outside'));
  if (!isSystem) record.forget();
}

function judgeCharacters(record: CommandRecord, args: readonly string[]): void {
  const control = args.find((arg) => /[\0]/.test(arg));
  if (control !== undefined) record.find('null', 'DENY', 'An argument has a NUL in it, which no program can be given.');
  if (args.some((arg) => /[\ud800-\udfff]/u.test(arg)))
    record.find('half', 'DENY', 'An argument has half a character in it.');
}

function judgeUndescribed(record: CommandRecord, args: readonly string[]): void {
  const name = record.name;
  const why = whyHigh(name);
  const isInterpreter = interpreters.has(name);
  if (isInterpreter) record.forget();
  record.find(
    why === null ? 'unknown' : 'high',
    'HIGH',
    why === null
      ? isInterpreter
        ? `${name} runs whatever code it is given.`
        : `Nothing is known about the program "${name}".`
      : `${name} ${why}.`,
  );
  if (why === null && !isInterpreter) record.forget();
  record.effect(usesNetwork(name) ? 'network' : 'executes', name);
  const access: PathAccess = removes(name) ? 'delete' : 'write';
  for (const arg of args) {
    if (removes(name) && !arg.startsWith('-')) record.usePath(arg, access);
    else record.guess(arg);
  }
}
