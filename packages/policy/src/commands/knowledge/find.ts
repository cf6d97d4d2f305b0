/** find has a language of its own: starting points, then an expression. Every word of it that is not here is unknown. */

/** Before the starting points. `-L` and `-H` follow links, maybe out of the workspace. */
export const findOptions: ReadonlyMap<string, 'LOW' | 'MEDIUM'> = new Map<string, 'LOW' | 'MEDIUM'>([
  ['-P', 'LOW'],
  ['-L', 'MEDIUM'],
  ['-H', 'MEDIUM'],
]);

/** A lone `-`, `)` or `,` there is a starting point with a strange name. */
export function beginsFindExpression(word: string): boolean {
  return /^-./s.test(word) || word === '(' || word === '!';
}

/** How many arguments a word takes, and what they are. */
export type FindWord = { readonly value: 'text' | 'read' | 'write' | null; readonly level: 'LOW' | 'MEDIUM' | 'HIGH' };

export const findWords: ReadonlyMap<string, FindWord> = new Map([
  ...each(
    { value: null, level: 'LOW' },
    '( ) ! , -not -a -and -o -or -true -false -print -print0 -ls -prune -quit -empty -readable -writable -executable -nouser -nogroup -depth -d -mount -xdev -daystart -noleaf -ignore_readdir_race -noignore_readdir_race -nowarn -warn -version --version -help --help',
  ),
  ...each(
    { value: 'text', level: 'LOW' },
    '-name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -regextype -type -xtype -size -mtime -mmin -atime -amin -ctime -cmin -used -perm -user -group -uid -gid -links -inum -maxdepth -mindepth -fstype -newermt -newerat -newerct -newerBt -context',
  ),
  ...each(
    { value: 'read', level: 'LOW' },
    '-newer -anewer -cnewer -samefile -neweraa -newerac -neweram -newerca -newercc -newercm -newerma -newermc -newermm',
  ),
  ...each({ value: 'text', level: 'MEDIUM' }, '-printf'),
  ...each({ value: null, level: 'MEDIUM' }, '-follow'),
  ...each({ value: null, level: 'HIGH' }, '-delete'),
  ...each({ value: 'write', level: 'HIGH' }, '-fprint -fprint0 -fls -fprintf'),
]);

/** What follows is a command. */
export const findRuns = new Set(['-exec', '-execdir', '-ok', '-okdir']);

function each(value: FindWord, names: string): [string, FindWord][] {
  return names.split(' ').map((name) => [name, value]);
}
