import { shortText } from '../display/short-text.ts';
import type { CommandRecord } from './command-record.ts';
import { beginsFindExpression, findOptions, findRuns, findWords } from './knowledge/find.ts';

/** `find` has a language of its own: options, folders, then an expression whose words may run, delete and write. */
export function judgeFind(record: CommandRecord, args: readonly string[]): void {
  record.find('known', 'LOW', 'find only looks for files.');
  let index = 0;
  while (index < args.length && findOptions.has(args[index]!)) {
    const level = findOptions.get(args[index]!)!;
    if (level !== 'LOW') record.find('flag', level, `find ${args[index]} follows links, maybe out of the workspace.`);
    index += 1;
  }
  for (; index < args.length && !beginsFindExpression(args[index]!); index += 1) record.usePath(args[index]!, 'read');
  if (record.paths.length === 0) record.usePath('.', 'read');
  while (index < args.length) {
    const word = args[index++]!;
    if (findRuns.has(word)) {
      index = judgeFindRun(record, word, args, index);
      continue;
    }
    const known = findWords.get(word);
    if (!known) {
      record.find('unknown-flag', 'HIGH', `What ${shortText(word)} does to find is not known.`);
      if (!word.startsWith('-')) record.usePath(word, 'read');
      continue;
    }
    if (known.level !== 'LOW') record.find('flag', known.level, `find ${word} does more than look.`);
    if (word === '-delete') record.effect('deletes', 'what it finds');
    if (known.value === null) continue;
    const value = args[index++];
    if (value === undefined) record.find('unknown-flag', 'HIGH', `find ${word} lacks its value.`);
    else if (known.value !== 'text') record.usePath(value, known.value);
  }
}

function judgeFindRun(record: CommandRecord, word: string, args: readonly string[], start: number): number {
  record.find('runs', 'HIGH', `find ${word} runs a command on what it finds.`);
  record.forget();
  let end = start;
  while (end < args.length && args[end] !== ';' && !(args[end] === '+' && args[end - 1] === '{}')) end += 1;
  const inner = args.slice(start, end);
  if (inner.length > 0) record.judgeInner(inner);
  return end + 1;
}
