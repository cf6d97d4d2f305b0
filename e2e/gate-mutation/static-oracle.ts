import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Trap } from './plant-trap.ts';

/**
 * What must hold for a call that runs unasked, written down a second time and in another way: option strings as the
 * programs themselves give them to getopt, and a plain look at the characters of a script. It shares no code with the
 * gate. Null where nothing is wrong.
 */
export type Complaint = string | null;

/** name: option string of getopt | flags that write, run, follow links or take names from a file | long flags that do. */
const programs: Readonly<
  Record<string, { short: string; bad: string; badLong: string; files: 'all' | 'after-pattern' | 'none' }>
> = {
  cat: { short: 'benstuvAET', bad: '', badLong: '', files: 'all' },
  tac: { short: 'brs:', bad: '', badLong: '', files: 'all' },
  nl: { short: 'h:b:f:v:i:pl:s:w:n:d:', bad: '', badLong: '', files: 'all' },
  head: { short: 'c:n:qvz', bad: '', badLong: '', files: 'all' },
  tail: { short: 'c:n:fFqs:vz', bad: '', badLong: '', files: 'all' },
  wc: { short: 'clLmw', bad: '', badLong: 'files0-from', files: 'all' },
  ls: { short: 'abcdfghiklmnopqrstuvw:xABCDFGHI:LNQRST:UXZ1', bad: 'LH', badLong: 'dereference', files: 'all' },
  sort: {
    short: 'bcCdfghik:mMno:rRsS:t:T:uVy:z',
    bad: 'oT',
    badLong: 'output compress-program temporary-directory files0-from',
    files: 'all',
  },
  cut: { short: 'b:c:d:f:nsz', bad: '', badLong: '', files: 'all' },
  paste: { short: 'd:sz', bad: '', badLong: '', files: 'all' },
  fold: { short: 'bsw:', bad: '', badLong: '', files: 'all' },
  fmt: { short: 'cstuw:p:g:', bad: '', badLong: '', files: 'all' },
  expand: { short: 'it:', bad: '', badLong: '', files: 'all' },
  unexpand: { short: 'at:', bad: '', badLong: '', files: 'all' },
  comm: { short: '123z', bad: '', badLong: '', files: 'all' },
  base64: { short: 'diw:', bad: '', badLong: '', files: 'all' },
  md5sum: { short: 'bctwz', bad: 'c', badLong: 'check', files: 'all' },
  sha256sum: { short: 'bctwz', bad: 'c', badLong: 'check', files: 'all' },
  du: { short: '0abd:chHklmst:xB:DLPSX:', bad: 'DHL', badLong: 'files0-from dereference', files: 'all' },
  grep: {
    short: 'A:B:C:D:EFGHIPTUVX:abcd:e:f:hiLlm:noqRrsuvwxyZz',
    bad: 'RDd',
    badLong: 'dereference-recursive',
    files: 'after-pattern',
  },
  stat: { short: 'c:fLt', bad: 'L', badLong: 'dereference', files: 'all' },
  date: { short: 'd:f:I::r:Rs:u', bad: 's', badLong: 'set', files: 'none' },
};

const findForbids = /^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fls|fprintf|follow|files0-from|[LH])$/;
const findTakes =
  /^-(?:[acm]min|[acm]time|newer..|[ac]?newer|fstype|gid|uid|group|user|i?lname|i?name|i?path|i?regex|i?wholename|inum|links|m(?:ax|in)depth|perm|regextype|samefile|size|x?type|used|context)$/;
const onlyLooks = new Set(
  `ls cat tac rev nl head tail wc grep egrep fgrep rg echo printf true false sleep pwd whoami id groups uname arch nproc uptime tty date cal basename
   dirname realpath readlink stat file du tree sort uniq cut tr paste join comm cmp diff fold fmt expand unexpand column od hexdump xxd strings base64
   base32 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum seq which numfmt find test type command`.split(
    /\s+/,
  ),
);

export function complainOfCommand(argv: readonly string[], { workspace, outside }: Trap): Complaint {
  const [name, ...args] = argv;
  if (!onlyLooks.has(name!)) return `${name} is no command that only looks`;
  if (argv.some((arg) => arg.includes('\0'))) return 'a NUL';
  const leadsOut = (text: string): boolean => {
    const path = resolve(workspace, text);
    if (!existsSync(text.startsWith('/') ? text : `${workspace}/${text}`))
      return !path.startsWith(`${workspace}/`) && path !== workspace;
    // The other realpath removes dots by spelling, before it looks at links.
    const real = realpathSync.native(text.startsWith('/') ? text : `${workspace}/${text}`);
    return real !== workspace && !real.startsWith(`${workspace}/`);
  };
  if (name === 'find') {
    const forbidden = args.find((arg) => findForbids.test(arg));
    // A word can follow a word that takes it as a value: `-name -delete`.
    const before = forbidden === undefined ? undefined : args[args.indexOf(forbidden) - 1];
    return forbidden !== undefined && !findTakes.test(before ?? '') ? `find ${forbidden}` : null;
  }
  const program = programs[name!];
  if (program === undefined) return null;
  const { operands, flags, hasPattern } = getopt(name!, program.short, args);
  const bad = flags.find((flag) =>
    flag.length === 1 ? program.bad.includes(flag) : isPrefixOf(flag, program.badLong),
  );
  if (bad !== undefined) return `${name} has ${bad}`;
  if (program.files === 'none') return null;
  const files = program.files === 'after-pattern' && !hasPattern ? operands.slice(1) : operands;
  const out = files.find((file) => file !== '-' && leadsOut(file));
  if (out !== undefined) return `${name} reads ${out}`;
  return args.some((arg) => arg.startsWith(`${outside}/`) && files.includes(arg)) ? 'a file outside' : null;
}

function isPrefixOf(flag: string, list: string): boolean {
  return list.split(' ').some((full) => full !== '' && full.startsWith(flag));
}

/** getopt_long of GNU: operands anywhere, short flags in clusters, `--` ends. Values of long flags are only known when glued on. */
function getopt(
  name: string,
  short: string,
  args: readonly string[],
): { operands: string[]; flags: string[]; hasPattern: boolean } {
  const operands: string[] = [];
  const flags: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index]!;
    if (arg === '--') {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (arg.startsWith('--')) {
      flags.push(arg.slice(2).split('=')[0]!);
      // Which long flags take the next word differs; that word is then taken for an operand, which is the strict side
      // except for text that only looks like a path.
      if (!arg.includes('=') && takesNextWord(name, arg)) index += 1;
    } else if (arg.startsWith('-') && arg !== '-') {
      for (let at = 1; at < arg.length; at += 1) {
        const flag = arg[at]!;
        flags.push(flag);
        const where = short.indexOf(flag);
        if (where < 0 || short[where + 1] !== ':') continue;
        if (at + 1 === arg.length && short[where + 2] !== ':') index += 1;
        break;
      }
    } else operands.push(arg);
  }
  return { operands, flags, hasPattern: flags.some((flag) => ['e', 'f', 'regexp', 'file'].includes(flag)) };
}

function takesNextWord(name: string, flag: string): boolean {
  const only = takesNextOnlyIn[flag];
  return only === undefined ? takesNext.test(flag) : only.split(' ').includes(name);
}

/** Long flags that take a word in some programs and none in others. */
const takesNextOnlyIn: Readonly<Record<string, string>> = {
  '--bytes': 'head tail cut',
  '--lines': 'head tail',
  '--time': 'ls',
  '--total': 'wc',
  '--context': 'grep',
};

const takesNext =
  /^--(?:bytes|lines|regexp|file|max-count|label|after-context|before-context|context|binary-files|include|exclude|exclude-dir|exclude-from|group-separator|directories|devices|key|field-separator|buffer-size|batch-size|sort|parallel|random-source|delimiter|delimiters|fields|characters|output-delimiter|width|prefix|goal|tabs|wrap|block-size|threshold|max-depth|time-style|format|hide|ignore|indicator-style|quoting-style|tabsize|time|separator|body-numbering|section-delimiter|footer-numbering|header-numbering|line-increment|join-blank-lines|number-format|number-separator|starting-line-number|number-width|sleep-interval|pid|max-unchanged-stats|printf|cached)$/;

/** Nothing in a script that runs unasked is expanded, redirected to a file, or run beside it. */
export function complainOfScript(script: string): Complaint {
  const unquoted = withoutQuotes(script);
  if (unquoted === null) return 'something is expanded or a quote is open';
  if (/[$`]/.test(unquoted)) return 'something is expanded';
  if (/[\\(){}*?[\]~!#<]/.test(unquoted)) return 'a character that means something to the shell';
  const withoutQuiet = unquoted.replace(/[12&]?>[ \t]?\/dev\/null\b|[12]?>&[12]\b/g, ' ');
  if (withoutQuiet.includes('>')) return 'something is written';
  if (withoutQuiet.replaceAll('&&', ' ').includes('&')) return 'something in the background';
  if (/[^\S \t\n]/.test(unquoted)) return 'an unusual blank';
  return /(?:^|[;&|\n])[ \t]*[A-Za-z_]\w*\+?=/.test(unquoted) ? 'a variable is set' : null;
}

/** The script with a Q for everything in quotes; null where a quote stays open or something is expanded inside one. */
function withoutQuotes(script: string): string | null {
  let text = '';
  for (let at = 0; at < script.length; at += 1) {
    const quote = script[at]!;
    if (quote !== "'" && quote !== '"') {
      text += quote;
      continue;
    }
    const end = script.indexOf(quote, at + 1);
    // A double quote after a backslash would not end it; the gate takes no such script for LOW.
    if (end < 0 || (quote === '"' && /[$`]|\\["\\]/.test(script.slice(at, end + 1)))) return null;
    text += 'Q';
    at = end;
  }
  return text;
}
