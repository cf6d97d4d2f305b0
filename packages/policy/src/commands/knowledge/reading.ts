import { type CommandSpec, spec } from '../command-spec.ts';

/** Commands that only look. Every flag that is missing here was left out on purpose: it writes, runs something, follows links or sets something. */

const looks = (flags: string, operands = 'read', more: Partial<Parameters<typeof spec>[0]> = {}): CommandSpec =>
  spec({ level: 'LOW', why: 'only reads', flags, operands, ...more });

const checksumFlags =
  '-b|--binary -t|--text -z|--zero --tag --version --help -c|--check!MEDIUM --ignore-missing --quiet --status --strict -w|--warn';
const checksums = looks(checksumFlags);

const grepFlags = `-E|--extended-regexp -F|--fixed-strings -G|--basic-regexp -P|--perl-regexp -e|--regexp:text -f|--file:read -i|--ignore-case
  --no-ignore-case -v|--invert-match -w|--word-regexp -x|--line-regexp -c|--count --color?text --colour?text -L|--files-without-match
  -l|--files-with-matches -m|--max-count:number -o|--only-matching -q|--quiet|--silent -s|--no-messages -b|--byte-offset
  -H|--with-filename -h|--no-filename --label:text -n|--line-number -T|--initial-tab -Z|--null -A|--after-context:number
  -B|--before-context:number -C|--context:number -a|--text --binary-files:text -I -U|--binary -z|--null-data
  -r|--recursive -R|--dereference-recursive!MEDIUM -d|--directories:text!MEDIUM -D|--devices:text!MEDIUM
  --include:text --exclude:text --exclude-dir:text --exclude-from:read --group-separator:text --no-group-separator --line-buffered -y --version --help -V`;

const grep = looks(grepFlags, 'text read', {
  firstOperandBy: '-e --regexp -f --file',
  walks: '-r --recursive -R --dereference-recursive',
  hasNumberFlag: true,
});

export const readingCommands: Readonly<Record<string, CommandSpec>> = {
  ls: looks(
    `-a|--all -A|--almost-all --author -b|--escape --block-size:text -B|--ignore-backups -c -C --color?text -d|--directory -D|--dired -f -F --classify?text
    --file-type --format:text --full-time -g --group-directories-first -G|--no-group -h|--human-readable --si --hide:text --hyperlink?text
    --indicator-style:text -i|--inode --ignore:text -I:text!MEDIUM -k|--kibibytes -l -m -n|--numeric-uid-gid -N|--literal -o -p -q|--hide-control-chars
    --show-control-chars -Q|--quote-name --quoting-style:text -r|--reverse -R|--recursive -s|--size -S --sort:text --time:text --time-style:text
    -t -T|--tabsize:number -u -U -v -w|--width:number -x -X -Z|--context --zero -1 --help --version
    -L|--dereference!MEDIUM -H|--dereference-command-line!MEDIUM --dereference-command-line-symlink-to-dir!MEDIUM`,
    'read',
    { walks: 'always' },
  ),
  cat: looks(
    '-A|--show-all -b|--number-nonblank -e -E|--show-ends -n|--number -s|--squeeze-blank -t -T|--show-tabs -u -v|--show-nonprinting --help --version',
  ),
  tac: looks('-b|--before -r|--regex -s|--separator:text --help --version'),
  rev: looks('-0|--zero --help --version -V'),
  nl: looks(
    '-b|--body-numbering:text -d|--section-delimiter:text -f|--footer-numbering:text -h|--header-numbering:text -i|--line-increment:number -l|--join-blank-lines:number -n|--number-format:text -p|--no-renumber -s|--number-separator:text -v|--starting-line-number:text -w|--number-width:number --help --version',
  ),
  head: looks(
    '-c|--bytes:text -n|--lines:text -q|--quiet|--silent -v|--verbose -z|--zero-terminated --help --version',
    'read',
    { hasNumberFlag: true },
  ),
  tail: looks(
    '-c|--bytes:text -f --follow?text -F -n|--lines:text --max-unchanged-stats:number --pid:number -q|--quiet|--silent --retry -s|--sleep-interval:number -v|--verbose -z|--zero-terminated --help --version',
    'read',
    { hasNumberFlag: true },
  ),
  wc: looks(
    '-c|--bytes -m|--chars -l|--lines -L|--max-line-length -w|--words --total:text --files0-from:read!MEDIUM --help --version',
  ),
  grep,
  egrep: grep,
  fgrep: grep,
  rg: looks(
    `-e|--regexp:text -f|--file:read -F|--fixed-strings -i|--ignore-case -S|--smart-case -s|--case-sensitive -v|--invert-match -w|--word-regexp -x|--line-regexp
    -c|--count --count-matches -l|--files-with-matches --files-without-match --files -m|--max-count:number -o|--only-matching -q|--quiet -n|--line-number
    -N|--no-line-number --column -H|--with-filename -I|--no-filename --heading --no-heading -A|--after-context:number -B|--before-context:number -C|--context:number
    -a|--text -U|--multiline --multiline-dotall -P|--pcre2 -g|--glob:text --iglob:text -t|--type:text -T|--type-not:text --type-list --hidden -. --no-hidden -u|--unrestricted --no-ignore
    --no-ignore-vcs --no-ignore-parent -d|--max-depth:number --max-filesize:text --sort:text --sortr:text --stats --json --vimgrep -p|--pretty --color:text --colors:text
    --trim -r|--replace:text --passthru --passthrough -0|--null --no-messages --no-config --crlf -E|--encoding:text --context-separator:text -M|--max-columns:number
    -j|--threads:number --one-file-system --version -V --help -h -L|--follow!MEDIUM --ignore-file:read --mmap --no-mmap --line-buffered --block-buffered -b|--byte-offset`,
    'text read',
    {
      firstOperandBy: '-e --regexp -f --file --files --type-list',
      walks: 'always',
    },
  ),
  echo: spec({ level: 'LOW', why: 'only prints its words', operands: 'text', takesOnlyText: true }),
  printf: spec({
    level: 'LOW',
    why: 'only prints its words',
    operands: 'text',
    stopsAtOperand: true,
    check: ({ operands: [format] }) =>
      format === undefined || isPlainFormat(format)
        ? null
        : { level: 'HIGH', reason: 'The format of printf does more than print; %n sets a variable of the shell.' },
  }),
  true: spec({ level: 'LOW', why: 'does nothing', operands: 'text', takesOnlyText: true }),
  false: spec({ level: 'LOW', why: 'does nothing', operands: 'text', takesOnlyText: true }),
  sleep: spec({ level: 'LOW', why: 'only waits', operands: 'text' }),
  pwd: looks('-L|--logical -P|--physical --help --version', ''),
  whoami: looks('--help --version', ''),
  id: looks('-a -g|--group -G|--groups -n|--name -r|--real -u|--user -z|--zero --help --version', 'text'),
  groups: looks('--help --version', 'text'),
  uname: looks(
    '-a|--all -s|--kernel-name -n|--nodename -r|--kernel-release -v|--kernel-version -m|--machine -p|--processor -i|--hardware-platform -o|--operating-system --help --version',
    '',
  ),
  arch: looks('--help --version', ''),
  nproc: looks('--all --ignore:number --help --version', ''),
  uptime: looks('-p|--pretty -s|--since -h|--help -V|--version', ''),
  tty: looks('-s|--silent|--quiet --help --version', ''),
  date: looks(
    '-d|--date:text -f|--file:read -I?text --iso-8601?text --rfc-3339:text -r|--reference:read -R|--rfc-email|--rfc-822|--rfc-2822 -u|--utc|--universal --debug --resolution --help --version',
    'text',
    {
      check: ({ operands }) =>
        operands.some((operand) => !operand.startsWith('+'))
          ? { level: 'HIGH', reason: 'date sets the clock where an operand is not a format.' }
          : null,
    },
  ),
  cal: looks('-1 -3 -y -m -j -s', 'text'),
  basename: looks('-a|--multiple -s|--suffix:text -z|--zero --help --version', 'text'),
  dirname: looks('-z|--zero --help --version', 'text'),
  realpath: looks(
    '-e|--canonicalize-existing -m|--canonicalize-missing -L|--logical -P|--physical -q|--quiet --relative-to:read --relative-base:read -s|--strip|--no-symlinks -z|--zero --help --version',
  ),
  readlink: looks(
    '-f|--canonicalize -e|--canonicalize-existing -m|--canonicalize-missing -n|--no-newline -q|--quiet -s|--silent -v|--verbose -z|--zero --help --version',
  ),
  stat: looks(
    '-c|--format:text --printf:text -f|--file-system -t|--terse --cached:text --help --version -L|--dereference!MEDIUM',
  ),
  file: looks(
    '-b|--brief -i|--mime --mime-type --mime-encoding --extension -N|--no-pad -n|--no-buffer -r|--raw -0|--print0 -k|--keep-going -h|--no-dereference -E --help --version -v -L|--dereference!MEDIUM',
  ),
  du: looks(
    '-0|--null -a|--all --apparent-size -B|--block-size:text -b|--bytes -c|--total -d|--max-depth:number -h|--human-readable --inodes -k -m -P|--no-dereference -S|--separate-dirs --si -s|--summarize -t|--threshold:text --time?text --time-style:text -x|--one-file-system --exclude:text -X|--exclude-from:read --help --version',
    'read',
    { walks: 'always' },
  ),
  tree: looks(
    '-a -d -f -i -q -N -Q -p -u -g -s -h -D -F -r -t -c -U -v --du --si --prune --dirsfirst --noreport -L:number -P:text -I:text --filelimit:number --gitignore --sort?text --timefmt:text --charset:text -J -X -C -n -A -S --help --version -x',
    'read',
    { gluesValues: false, walks: 'always' },
  ),
  sort: looks(
    '-b|--ignore-leading-blanks -d|--dictionary-order -f|--ignore-case -g|--general-numeric-sort -i|--ignore-nonprinting -M|--month-sort -h|--human-numeric-sort -n|--numeric-sort -R|--random-sort -r|--reverse --sort:text -V|--version-sort --batch-size:number -c --check?text -C --debug -k|--key:text -m|--merge -s|--stable -S|--buffer-size:text -t|--field-separator:text -u|--unique -z|--zero-terminated --parallel:number --help --version --random-source:read -o|--output:write!MEDIUM --files0-from:read!MEDIUM',
  ),
  uniq: looks(
    '-c|--count -d|--repeated -D --all-repeated?text -f|--skip-fields:number --group?text -i|--ignore-case -s|--skip-chars:number -u|--unique -z|--zero-terminated -w|--check-chars:number --help --version',
    'read write',
  ),
  cut: looks(
    '-b|--bytes:text -c|--characters:text -d|--delimiter:text -f|--fields:text -n --complement -s|--only-delimited --output-delimiter:text -z|--zero-terminated --help --version',
  ),
  tr: looks('-c|-C|--complement -d|--delete -s|--squeeze-repeats -t|--truncate-set1 --help --version', 'text'),
  paste: looks('-d|--delimiters:text -s|--serial -z|--zero-terminated --help --version'),
  join: looks(
    '-a:text -e:text -i|--ignore-case -j:number -o:text -t:text -v:text -1:number -2:number --check-order --nocheck-order --header -z|--zero-terminated --help --version',
  ),
  comm: looks(
    '-1 -2 -3 --check-order --nocheck-order --output-delimiter:text --total -z|--zero-terminated --help --version',
  ),
  cmp: looks(
    '-b|--print-bytes -i|--ignore-initial:text -l|--verbose -n|--bytes:number -s|--quiet|--silent --help --version',
  ),
  diff: looks(
    '--normal -q|--brief -s|--report-identical-files -c -C:number --context?number -u -U:number --unified?number -e|--ed -n|--rcs -y|--side-by-side -W|--width:number --left-column --suppress-common-lines -p|--show-c-function -F|--show-function-line:text --label:text -t|--expand-tabs -T|--initial-tab --tabsize:number -r|--recursive!MEDIUM --no-dereference -N|--new-file --unidirectional-new-file --ignore-file-name-case -x|--exclude:text -X|--exclude-from:read -S|--starting-file:text -i|--ignore-case -E|--ignore-tab-expansion -Z|--ignore-trailing-space -b|--ignore-space-change -w|--ignore-all-space -B|--ignore-blank-lines -I|--ignore-matching-lines:text -a|--text --strip-trailing-cr -d|--minimal --speed-large-files --color?text --palette:text --help -v|--version --horizon-lines:number',
    'read',
    { readsFolders: false },
  ),
  fold: looks('-b|--bytes -s|--spaces -w|--width:number --help --version'),
  fmt: looks(
    '-c|--crown-margin -p|--prefix:text -s|--split-only -t|--tagged-paragraph -u|--uniform-spacing -w|--width:number -g|--goal:number --help --version',
  ),
  expand: looks('-i|--initial -t|--tabs:text --help --version'),
  unexpand: looks('-a|--all --first-only -t|--tabs:text --help --version'),
  column: looks(
    '-t|--table -s|--separator:text -o|--output-separator:text -c|--output-width:number -x|--fillrows -N|--table-columns:text -J|--json -R|--table-right:text -e --help',
  ),
  od: looks(
    '-A|--address-radix:text -j|--skip-bytes:text -N|--read-bytes:text -t|--format:text -v|--output-duplicates -w?text --width?text -a -b -c -d -f -i -l -o -s -x --endian:text -S:text --strings?text --help --version',
  ),
  hexdump: looks('-b -c -C -d -o -x -v -n:number -s:text -e:text'),
  // What follows its first operand is never a flag, but the file that it writes.
  xxd: looks('-a -b -c:number -e -g:number -h -i -l:number -o:text -p -s:text -u -v', 'read write', {
    stopsAtOperand: true,
  }),
  strings: looks(
    '-a|--all -d|--data -f|--print-file-name -n|--bytes:number -t|--radix:text -w|--include-all-whitespace -s|--output-separator:text --help --version -v',
    'read',
    {
      hasNumberFlag: true,
      check: ({ args }) =>
        args.some((arg) => arg.startsWith('@'))
          ? { level: 'HIGH', reason: 'strings takes more arguments from a file named with @.' }
          : null,
    },
  ),
  base64: looks('-d|--decode -i|--ignore-garbage -w|--wrap:number --help --version'),
  base32: looks('-d|--decode -i|--ignore-garbage -w|--wrap:number --help --version'),
  md5sum: checksums,
  sha1sum: checksums,
  sha224sum: checksums,
  sha256sum: checksums,
  sha384sum: checksums,
  sha512sum: checksums,
  b2sum: looks(`${checksumFlags} -l|--length:number`),
  cksum: looks(`${checksumFlags} -l|--length:number -a|--algorithm:text --untagged --base64 --raw --debug`),
  sum: looks('-r -s|--sysv --help --version'),
  seq: looks('-f|--format:text -s|--separator:text -w|--equal-width --help --version', 'text', { hasNumberFlag: true }),
  which: looks('-a|--all -s', 'text'),
  numfmt: looks(
    '--from:text --to:text --field:text --format:text --suffix:text --padding:text --round:text --grouping --header?number -d|--delimiter:text -z --help --version',
    'text',
  ),
};

/** Conversions that print. bash also has `%n`, which writes the number of characters to a variable such as PATH. */
function isPlainFormat(format: string): boolean {
  const conversion = /%(?:%|[-+ #0']*(?:\*|\d+)?(?:\.(?:\*|\d+)?)?[sdiouxXfFeEgGcbq])/g;
  return !format.replace(conversion, '').includes('%');
}
