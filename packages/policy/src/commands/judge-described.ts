import { shortText } from '../display/short-text.ts';
import { locate } from '../paths/locate.ts';
import type { CommandRecord } from './command-record.ts';
import type { CommandSpec, GivenFlag, ValueKind } from './command-spec.ts';
import { readArguments } from './read-arguments.ts';

/** A command whose flags and operands are described as data: what is not described is never LOW. */
export function judgeDescribed(record: CommandRecord, spec: CommandSpec, title: string, args: readonly string[]): void {
  if (spec.takesOnlyText) {
    record.find('known', spec.level, `${title} ${spec.why}.`);
    return;
  }
  const reading = readArguments(spec, args);
  if (!spec.isRememberable) record.forget();
  if (spec.usesNetwork)
    record.effect('network', reading.operands.find(({ kind }) => kind === 'address')?.text ?? title);
  for (const flag of reading.unknown)
    record.find('unknown-flag', 'HIGH', `What ${shortText(flag)} does to ${title} is not known.`);
  // Which of them it takes for a path is not known either.
  if (reading.unknown.length > 0) for (const arg of args) record.guess(arg);
  for (const { name, spec: flag, value } of reading.flags) {
    if (flag.level !== 'LOW' && flag.value !== 'code')
      record.find('flag', flag.level, `${title} ${name} does more than ${title} alone.`);
    if (value !== null && flag.value !== null) use(record, flag.value, value, `${title} ${name}`);
  }
  if (spec.subcommands) {
    judgeSubcommand(record, spec, title, reading.rest);
    return;
  }
  record.find('known', spec.level, `${title} ${spec.why}.`);
  if (spec.runs !== null) record.effect('executes', spec.runs);
  const { operands } = reading;
  for (const { text, kind } of operands) {
    if (kind === 'text' && spec.level !== 'LOW') record.guess(text);
    else use(record, kind, text, title);
    if (kind === 'read' && !spec.readsFolders && record.isFolder(text))
      record.find(
        'folder',
        'MEDIUM',
        `${title} reads what is in "${shortText(text)}", also through links that lead out.`,
      );
  }
  if (record.paths.length === 0 && walks(spec, reading.flags)) record.usePath('.', 'read');
  if (spec.level === 'LOW' && [...record.effects.values()].some(({ kind }) => kind === 'writes' || kind === 'deletes'))
    record.find('writes', 'MEDIUM', `${title} is told to write a file.`);
  const checked = spec.check?.({ operands: operands.map(({ text }) => text), args, flags: reading.flags }) ?? null;
  if (checked) record.find('check', checked.level, checked.reason);
}

function judgeSubcommand(record: CommandRecord, spec: CommandSpec, title: string, rest: readonly string[]): void {
  const [first, ...more] = rest;
  if (first === undefined) {
    record.find('known', spec.level, `${title} ${spec.why}.`);
    return;
  }
  const sub = spec.subcommands!.get(first);
  record.subcommand =
    sub && first === 'run' && more[0] !== undefined && !more[0].startsWith('-') ? `run ${more[0]}` : first;
  if (sub) {
    judgeDescribed(record, sub, `${title} ${first}`, more);
    return;
  }
  record.find('unknown-subcommand', 'HIGH', `What "${title} ${shortText(first)}" does is not known.`);
  record.forget();
  for (const arg of rest) record.guess(arg);
}

function use(record: CommandRecord, kind: ValueKind, text: string, title: string): void {
  switch (kind) {
    case 'text':
    case 'number':
    case 'program':
      return;
    case 'read':
    case 'write':
    case 'delete':
      // A lone dash is the input or the output.
      if (text !== '-') record.usePath(text, kind);
      return;
    case 'chdir': {
      record.usePath(text, 'read');
      record.workingDirectory = locate(record.place.workspace, record.workingDirectory, text).spelled;
      return;
    }
    case 'address':
      record.guess(text);
      return;
    case 'code':
      record.find('code', 'HIGH', `${title} may run what it is given: "${shortText(text)}".`);
      record.forget();
      record.guess(text);
  }
}

function walks(spec: CommandSpec, flags: readonly GivenFlag[]): boolean {
  const by = spec.walks;
  return by === 'always' || flags.some((flag) => by.has(flag.name));
}
