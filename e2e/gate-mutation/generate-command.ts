import type { CommandSpec, ValueKind } from '../../packages/policy/src/commands/command-spec.ts';
import { findOptions, findRuns, findWords } from '../../packages/policy/src/commands/knowledge/find.ts';
import { readingCommands } from '../../packages/policy/src/commands/knowledge/reading.ts';
import type { trapWords } from './plant-trap.ts';
import type { Random } from './random.ts';

type Words = ReturnType<typeof trapWords>;

const names = [...Object.keys(readingCommands), 'find', 'find', 'grep', 'sort', 'uniq', 'diff'];
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const dangerous =
  `-exec -execdir -ok -delete -fprint --output=pwned --output -o -opwned -T --compress-program=./ls --files0-from=list0 -L -H -R -r -f -l -s
  --pre=./ls --set=2001-01-01 -s --follow -z -C -i --in-place -w -I -e -c`.split(/\s+/);
const noise = [...'$`;&|<>()\'"\\ \t\n*?[]{}~!#=-', '$(id)', '--', '\u200b', '\0'];

/** Words as an agent, or somebody who has talked it into something, could put them together. */
export function generateCommand(random: Random, words: Words): string[] {
  const name = random.pick(names);
  const args = name === 'find' ? findArguments(random, words) : argumentsFor(random, words, readingCommands[name]!);
  if (random.isChance(0.06)) args.splice(random.below(args.length + 1), 0, random.pick(dangerous));
  if (random.isChance(0.05)) args.splice(random.below(args.length + 1), 0, '--');
  if (random.isChance(0.05)) args.sort(() => random.next() - 0.5);
  const argv = [name, ...args];
  if (random.isChance(0.08)) mutate(random, argv);
  return argv;
}

/** How often nothing strange is done, so that there is enough that is LOW to look at. */
const tame = 0.55;

function argumentsFor(random: Random, words: Words, spec: CommandSpec): string[] {
  const args: string[] = [];
  const flags = [...spec.flags.keys()];
  for (let count = random.below(4); count > 0 && flags.length > 0; count -= 1)
    args.push(...flagWords(random, words, spec, random.pick(flags)));
  const operands = random.below(4);
  for (let index = 0; index < operands; index += 1) {
    const kind = spec.operands[Math.min(index, spec.operands.length - 1)] ?? 'text';
    args.push(wordFor(random, words, kind));
  }
  return args;
}

function flagWords(random: Random, words: Words, spec: CommandSpec, name: string): string[] {
  const flag = spec.flags.get(name)!;
  const value = flag.value === null ? null : wordFor(random, words, flag.value);
  const isLong = name.startsWith('--');
  if (random.isChance(0.04)) return [`-${random.pick([...letters])}`];
  if (random.isChance(0.04) && isLong) return [name.slice(0, 3 + random.below(name.length - 2))];
  if (random.isChance(0.03))
    return [isLong ? `${name}=${random.pick(words.paths)}` : `${name}${random.pick(words.texts)}`];
  if (value === null || (flag.isOptional && random.isChance(0.5))) {
    if (isLong || random.isChance(0.5)) return [name];
    const others = [...spec.flags.keys()].filter((other) => other.length === 2);
    const more = Array.from({ length: 1 + random.below(3) }, () => random.pick(others)[1]!);
    return [name + more.join(''), ...(random.isChance(0.4) ? [random.pick(words.texts)] : [])];
  }
  if (isLong) return random.isChance(0.6) ? [`${name}=${value}`] : [name, value];
  return random.isChance(0.5) ? [`${name}${value}`] : [name, value];
}

function wordFor(random: Random, words: Words, kind: ValueKind): string {
  if (kind === 'number') return random.isChance(0.9) ? String(random.below(20)) : random.pick(words.texts);
  if (kind === 'text') return random.pick(random.isChance(0.9) ? words.texts : words.paths);
  return random.isChance(tame) ? random.pick(words.paths.slice(0, 10)) : random.pick(words.paths);
}

function findArguments(random: Random, words: Words): string[] {
  const args: string[] = [];
  if (random.isChance(0.1)) args.push(random.pick([...findOptions.keys(), '-O3', '-D']));
  for (let count = random.below(3); count > 0; count -= 1) args.push(wordFor(random, words, 'read'));
  const known = [...findWords.keys()];
  for (let count = random.below(5); count > 0; count -= 1) {
    const word = random.isChance(0.03) ? random.pick([...findRuns]) : random.pick(known);
    const value = findWords.get(word)?.value ?? null;
    args.push(word);
    if (value !== null && random.isChance(0.95)) args.push(findValue(random, words, word, value));
    if (findRuns.has(word)) args.push('touch', 'pwned', ';');
  }
  return args;
}

/** Most values have to make sense, or find stops before it does anything. */
function findValue(random: Random, words: Words, word: string, kind: 'text' | 'read' | 'write'): string {
  if (random.isChance(0.2)) return wordFor(random, words, kind);
  if (/type$/.test(word)) return word === '-regextype' ? 'egrep' : random.pick(['f', 'd', 'l', 'f,l']);
  if (/depth|min$|time$|links|inum|id$|used|size/.test(word)) return random.pick(['1', '+1', '-2', '0']);
  if (word === '-perm') return random.pick(['644', '/111', '-u+r']);
  if (/^-newer.t/.test(word)) return '2020-01-01';
  return wordFor(random, words, kind);
}

function mutate(random: Random, argv: string[]): void {
  const at = random.below(argv.length);
  const word = argv[at]!;
  const where = random.below(word.length + 1);
  argv[at] = random.isChance(0.3)
    ? word.slice(0, where) + word.slice(where + 1)
    : word.slice(0, where) + random.pick(noise) + word.slice(where);
}
