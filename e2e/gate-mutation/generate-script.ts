import { generateCommand } from './generate-command.ts';
import type { trapWords } from './plant-trap.ts';
import type { Random } from './random.ts';

type Words = ReturnType<typeof trapWords>;

const separators = ['; ', ' && ', ' || ', '\n', ';', '&&', ' ; '];
const strangeSeparators = [' & ', ';;', '\r\n', '|&', ' ; # x\n', ' \\\n ', '\u2028'];
const quietRedirections = [' 2>/dev/null', ' >/dev/null', ' 2>&1', ' &>/dev/null', ' > /dev/null 2>&1', ' >&2'];
const redirections = [
  ' > pwned',
  ' >>pwned',
  ' >| pwned',
  ' < README.md',
  ' < link.txt',
  ' 3>pwned',
  ' {x}>pwned',
  ' <> pwned',
];
const expansions = [
  '$x',
  '\u0024{x}',
  '\u0024{x:-y}',
  '$(touch pwned)',
  '`touch pwned`',
  '$((1))',
  '~',
  '{a,b}',
  '*',
  '?',
  '[ab]',
  '$IFS',
  '"$x"',
  "$'a'",
];
const builtins = [
  'cd src',
  'test -f README.md',
  '[ -f x ]',
  'command -v ls',
  'type ls',
  ':',
  'export A=b',
  'printf x%n PATH',
  'A=b',
  'eval ls',
  '. ./x',
  'set -e',
];
const alphabet = [
  ...'abcls $`;&|<>()\'"\\\n\t*?[]{}~!#=-/.0129@%^,:+',
  '\u00e9',
  '\u200b',
  '$(',
  '<<',
  '>&',
  '&&',
  '||',
];

/** Scripts by a grammar of bash, some of them broken afterwards a character at a time. */
export function generateScript(random: Random, words: Words): string {
  const script = list(random, words, 2);
  return random.isChance(0.35) ? breakScript(random, script) : script;
}

function list(random: Random, words: Words, depth: number): string {
  let text = pipeline(random, words, depth);
  for (let count = random.below(3); count > 0; count -= 1)
    text += random.pick(random.isChance(0.05) ? strangeSeparators : separators) + pipeline(random, words, depth);
  return text;
}

function pipeline(random: Random, words: Words, depth: number): string {
  let text = command(random, words, depth);
  for (let count = random.below(3); count > 0; count -= 1)
    text += random.pick([' | ', '|', ' |\n']) + command(random, words, depth);
  return text;
}

function command(random: Random, words: Words, depth: number): string {
  if (depth > 0 && random.isChance(0.05)) return compound(random, words, depth - 1);
  if (random.isChance(0.1)) return random.pick(builtins);
  const prefix = random.isChance(0.03) ? 'A=b ' : '';
  const text = generateCommand(random, words)
    .map((word) => quote(random, word))
    .join(random.isChance(0.03) ? '  \t' : ' ');
  return prefix + text + redirection(random);
}

function redirection(random: Random): string {
  if (random.isChance(0.04)) return random.pick(redirections);
  if (random.isChance(0.02)) return " <<'E'\n$(touch pwned)\nE\n";
  if (random.isChance(0.02)) return ' <<E\n$(touch pwned)\nE\n';
  return random.isChance(0.15) ? random.pick(quietRedirections) : '';
}

function compound(random: Random, words: Words, depth: number): string {
  const inner = list(random, words, depth);
  return random.pick([
    `( ${inner} )`,
    `{ ${inner}; }`,
    `if ${inner}; then ls; fi`,
    `for x in a b; do ${inner}; done`,
    `while false; do ${inner}; done`,
    `f() { ${inner}; }`,
    `! ${inner}`,
    `time ${inner}`,
    `case x in x) ${inner};; esac`,
  ]);
}

function quote(random: Random, word: string): string {
  if (random.isChance(0.02)) return random.pick(expansions);
  if (random.isChance(0.01)) return word + random.pick(expansions);
  const isPlain = /^[\w./,:=+@%^-]+$/.test(word);
  if (isPlain && random.isChance(0.8)) return word;
  const choice = random.below(10);
  if (choice < 6 && !word.includes("'")) return `'${word}'`;
  if (choice < 8) return `"${word.replace(/[\\"$`]/g, '\\$&')}"`;
  if (choice === 8 && word !== '') return word.replace(/[^\w./]/g, '\\$&');
  const middle = random.below(word.length + 1);
  return `"${word.slice(0, middle).replace(/[\\"$`]/g, '\\$&')}"'${word.slice(middle).replaceAll("'", '')}'`;
}

function breakScript(random: Random, script: string): string {
  let text = script;
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const at = random.below(text.length + 1);
    const length = 1 + random.below(4);
    text = random.pick([
      () => text.slice(0, at) + text.slice(at + length),
      () => text.slice(0, at) + random.pick(alphabet) + text.slice(at),
      () => text.slice(0, at) + text.slice(at, at + length * 4) + text.slice(at),
      () => text.slice(0, at) + random.pick(alphabet) + text.slice(at + 1),
    ])();
  }
  return text === '' ? ':' : text;
}
