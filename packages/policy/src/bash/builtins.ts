/** Commands that the shell itself carries out. */

/** They change what later commands mean, or run what they are given. */
export const statefulBuiltins: ReadonlySet<string> = new Set(
  `eval exec source . trap enable shopt set export declare typeset local readonly unset alias unalias hash read mapfile readarray getopts let
   bind complete compgen compopt fc history jobs fg bg disown kill logout suspend times ulimit umask caller builtin command return break continue
   shift wait pushd popd dirs coproc`.split(/\s+/),
);

/** They give values to variables: what looks like a path there is only text, until something uses it. */
export const assigningBuiltins: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'local', 'readonly']);

/** They change the folder in which later commands work. */
export const folderBuiltins: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd']);

/** Tests that look at nothing but text and files. `-v` and `-R` evaluate what is in brackets. */
const testWords = new Set(
  '! ( ) -a -o = == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef -e -f -d -r -w -x -s -L -h -n -z -b -c -p -S -t -u -g -k -O -G -N'.split(
    ' ',
  ),
);

export function isPlainTest(args: readonly string[]): boolean {
  return args.every((arg) => !arg.startsWith('-') || testWords.has(arg) || /^-\d+$/.test(arg));
}

const fileTests = new Set('-e -f -d -r -w -x -s -L -h -b -c -p -S -u -g -k -O -G -N'.split(' '));
const fileComparisons = new Set(['-nt', '-ot', '-ef']);

/** Words of a test that are looked up as files: what follows `-f`, both sides of `-nt`. */
export function filesOfTest(args: readonly string[]): readonly string[] {
  return args.filter(
    (_, index) =>
      fileTests.has(args[index - 1] ?? '') ||
      fileComparisons.has(args[index - 1] ?? '') ||
      fileComparisons.has(args[index + 1] ?? ''),
  );
}

/** `command -v node` and `type node` only say where a program is. */
export function isWhereabouts([name, ...args]: readonly string[]): boolean {
  const [first, ...rest] = args;
  const isAsking = name === 'type' ? true : name === 'command' && (first === '-v' || first === '-V');
  return isAsking && (name === 'type' ? args : rest).every((arg) => /^[\w.+-]+$/.test(arg) && !arg.startsWith('-'));
}
