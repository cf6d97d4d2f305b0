import { shortText } from '../display/short-text.ts';
import type { Judgement } from '../judgement/judgement.ts';
import { isAbove, type Level } from '../judgement/level.ts';
import type { Effect, Finding, Part, PathAccess, PathUse } from '../judgement/part.ts';
import { limits } from '../limits.ts';
import { judgePath } from '../paths/judge-path.ts';
import { isWithin, locate } from '../paths/locate.ts';
import type { Workspace } from '../paths/workspace.ts';
import type { CommandSpec, GivenFlag, ValueKind } from './command-spec.ts';
import { guessPaths } from './guess-paths.ts';
import { containers, copiers, interpreters, launchers, launches, shells, wrappers } from './knowledge/carriers.ts';
import { isForcedRecursiveRemoval, whyDeniedByName } from './knowledge/denied.ts';
import { developingCommands } from './knowledge/developing.ts';
import { beginsFindExpression, findOptions, findRuns, findWords } from './knowledge/find.ts';
import { git } from './knowledge/git.ts';
import { readsSystemFolders, removes, usesNetwork, whyHigh } from './knowledge/high.ts';
import { readingCommands } from './knowledge/reading.ts';
import { programName } from './program-name.ts';
import { readArguments } from './read-arguments.ts';

/** Where a command runs, and how deep inside other commands it stands. */
export type Place = {
  readonly workspace: Workspace;
  readonly workingDirectory: string;
  readonly depth: number;
  /** Judges a script that stands in an argument, as in `sh -c`. */
  readonly judgeScript: (script: string, place: Place) => Judgement;
};

export type JudgedCommand = Omit<Part, 'span'>;

const described: ReadonlyMap<string, CommandSpec> = new Map([
  ...Object.entries(readingCommands),
  ...Object.entries(developingCommands),
  ['git', git],
]);

/** G3: judges one command by its words, the way it will be started: no shell, nothing expanded. */
export function judgeCommand(argv: readonly string[], place: Place): JudgedCommand {
  return new CommandJudge(argv, place).judge();
}

class CommandJudge {
  readonly #argv: readonly string[];
  readonly #place: Place;
  readonly #findings: Finding[] = [];
  /** By kind and target, each once. */
  readonly #effects = new Map<string, Effect>();
  readonly #paths: PathUse[] = [];
  #name = '';
  #subcommand: string | null = null;
  #isRememberable = true;
  #workingDirectory: string;
  #guesses = 0;
  #denials = 0;
  /** Paths that were judged already: the same one twice says nothing new. */
  readonly #used = new Set<string>();

  constructor(argv: readonly string[], place: Place) {
    this.#argv = argv;
    this.#place = place;
    this.#workingDirectory = place.workingDirectory;
  }

  judge(): JudgedCommand {
    const { name, findings, isUsable } = programName(this.#argv[0] ?? '');
    this.#name = name;
    this.#findings.push(...findings);
    if (isUsable) this.#judgeArguments(this.#argv.slice(1));
    else this.#isRememberable = false;
    return {
      argv: this.#argv,
      command: isUsable ? name : null,
      subcommand: this.#subcommand,
      paths: this.#paths,
      effects: [...this.#effects.values()],
      findings: this.#findings,
      isRememberable: this.#isRememberable,
    };
  }

  #judgeArguments(args: readonly string[]): void {
    const name = this.#name;
    if (this.#place.depth > limits.nestedCommandsMax) {
      this.#find('depth', 'DENY', `Commands are nested deeper than ${limits.nestedCommandsMax} levels.`);
      return;
    }
    if (this.#isTooLong()) {
      this.#find('too-long', 'DENY', 'The command has more words, or longer ones, than a person could read.');
      return;
    }
    this.#judgeCharacters(args);
    if (this.#argv[0]!.includes('/')) this.#judgeOwnPath();
    const denied = whyDeniedByName(name);
    if (denied !== null) this.#find('denied', 'DENY', `${denied}. Nobody can approve that.`);
    if (isForcedRecursiveRemoval(name, args)) this.#find('denied', 'DENY', forcedRemoval);
    const known = described.get(name);
    if (name === 'find') this.#judgeFind(args);
    else if (shells.has(name)) this.#judgeShell(args);
    else if (wrappers.has(name)) this.#judgeWrapper(args);
    else if (name === 'curl' || name === 'wget') this.#judgeDownload(args);
    else if (known) this.#judgeDescribed(known, name, args);
    else this.#judgeUndescribed(args);
  }

  #isTooLong(): boolean {
    return (
      this.#argv.length > limits.commandWordsMax ||
      this.#argv.reduce((length, word) => length + word.length, 0) > limits.commandLengthMax
    );
  }

  /** A program inside the workspace may have been written by the agent a moment ago. */
  #judgeOwnPath(): void {
    const { findings } = judgePath(this.#place.workspace, this.#workingDirectory, this.#argv[0]!, 'read');
    const isSystem = this.#findings.some(
      (finding) => finding.id === 'builtin.command.place' && finding.level === 'MEDIUM',
    );
    if (!isSystem) this.#findings.push(...findings.filter((finding) => finding.id !== 'builtin.path.outside'));
    if (!isSystem) this.#isRememberable = false;
  }

  #judgeCharacters(args: readonly string[]): void {
    const control = args.find((arg) => /[\0]/.test(arg));
    if (control !== undefined)
      this.#find('null', 'DENY', 'An argument has a NUL in it, which no program can be given.');
    if (args.some((arg) => /[\ud800-\udfff]/u.test(arg)))
      this.#find('half', 'DENY', 'An argument has half a character in it.');
  }

  #judgeDescribed(spec: CommandSpec, title: string, args: readonly string[]): void {
    if (spec.takesOnlyText) {
      this.#find('known', spec.level, `${title} ${spec.why}.`);
      return;
    }
    const reading = readArguments(spec, args);
    if (!spec.isRememberable) this.#isRememberable = false;
    if (spec.usesNetwork)
      this.#effect('network', reading.operands.find(({ kind }) => kind === 'address')?.text ?? title);
    for (const flag of reading.unknown)
      this.#find('unknown-flag', 'HIGH', `What ${shown(flag)} does to ${title} is not known.`);
    // Which of them it takes for a path is not known either.
    if (reading.unknown.length > 0) for (const arg of args) this.#guess(arg);
    for (const { name, spec: flag, value } of reading.flags) {
      if (flag.level !== 'LOW' && flag.value !== 'code')
        this.#find('flag', flag.level, `${title} ${name} does more than ${title} alone.`);
      if (value !== null && flag.value !== null) this.#use(flag.value, value, `${title} ${name}`);
    }
    if (spec.subcommands) {
      this.#judgeSubcommand(spec, title, reading.rest);
      return;
    }
    this.#find('known', spec.level, `${title} ${spec.why}.`);
    if (spec.runs !== null) this.#effect('executes', spec.runs);
    const { operands } = reading;
    for (const { text, kind } of operands) {
      if (kind === 'text' && spec.level !== 'LOW') this.#guess(text);
      else this.#use(kind, text, title);
      if (kind === 'read' && !spec.readsFolders && this.#isFolder(text))
        this.#find('folder', 'MEDIUM', `${title} reads what is in "${shown(text)}", also through links that lead out.`);
    }
    if (this.#paths.length === 0 && walks(spec, reading.flags)) this.#usePath('.', 'read');
    if (spec.level === 'LOW' && [...this.#effects.values()].some(({ kind }) => kind === 'writes' || kind === 'deletes'))
      this.#find('writes', 'MEDIUM', `${title} is told to write a file.`);
    const checked = spec.check?.({ operands: operands.map(({ text }) => text), args, flags: reading.flags }) ?? null;
    if (checked) this.#find('check', checked.level, checked.reason);
  }

  #judgeSubcommand(spec: CommandSpec, title: string, rest: readonly string[]): void {
    const [first, ...more] = rest;
    if (first === undefined) {
      this.#find('known', spec.level, `${title} ${spec.why}.`);
      return;
    }
    const sub = spec.subcommands!.get(first);
    this.#subcommand =
      sub && first === 'run' && more[0] !== undefined && !more[0].startsWith('-') ? `run ${more[0]}` : first;
    if (sub) {
      this.#judgeDescribed(sub, `${title} ${first}`, more);
      return;
    }
    this.#find('unknown-subcommand', 'HIGH', `What "${title} ${shortText(first)}" does is not known.`);
    this.#isRememberable = false;
    for (const arg of rest) this.#guess(arg);
  }

  #judgeUndescribed(args: readonly string[]): void {
    const name = this.#name;
    const why = whyHigh(name);
    const isInterpreter = interpreters.has(name);
    if (isInterpreter) this.#isRememberable = false;
    this.#find(
      why === null ? 'unknown' : 'high',
      'HIGH',
      why === null
        ? isInterpreter
          ? `${name} runs whatever code it is given.`
          : `Nothing is known about the program "${name}".`
        : `${name} ${why}.`,
    );
    if (why === null && !isInterpreter) this.#isRememberable = false;
    this.#effect(usesNetwork(name) ? 'network' : 'executes', name);
    const access: PathAccess = removes(name) ? 'delete' : 'write';
    for (const arg of args) {
      if (removes(name) && !arg.startsWith('-')) this.#usePath(arg, access);
      else this.#guess(arg);
    }
  }

  #judgeFind(args: readonly string[]): void {
    this.#find('known', 'LOW', 'find only looks for files.');
    let index = 0;
    while (index < args.length && findOptions.has(args[index]!)) {
      const level = findOptions.get(args[index]!)!;
      if (level !== 'LOW') this.#find('flag', level, `find ${args[index]} follows links, maybe out of the workspace.`);
      index += 1;
    }
    for (; index < args.length && !beginsFindExpression(args[index]!); index += 1) this.#usePath(args[index]!, 'read');
    if (this.#paths.length === 0) this.#usePath('.', 'read');
    while (index < args.length) {
      const word = args[index++]!;
      if (findRuns.has(word)) {
        index = this.#judgeFindRun(word, args, index);
        continue;
      }
      const known = findWords.get(word);
      if (!known) {
        this.#find('unknown-flag', 'HIGH', `What ${shortText(word)} does to find is not known.`);
        if (!word.startsWith('-')) this.#usePath(word, 'read');
        continue;
      }
      if (known.level !== 'LOW') this.#find('flag', known.level, `find ${word} does more than look.`);
      if (word === '-delete') this.#effect('deletes', 'what it finds');
      if (known.value === null) continue;
      const value = args[index++];
      if (value === undefined) this.#find('unknown-flag', 'HIGH', `find ${word} lacks its value.`);
      else if (known.value !== 'text') this.#usePath(value, known.value);
    }
  }

  #judgeFindRun(word: string, args: readonly string[], start: number): number {
    this.#find('runs', 'HIGH', `find ${word} runs a command on what it finds.`);
    this.#isRememberable = false;
    let end = start;
    while (end < args.length && args[end] !== ';' && !(args[end] === '+' && args[end - 1] === '{}')) end += 1;
    const inner = args.slice(start, end);
    if (inner.length > 0) this.#judgeInner(inner);
    return end + 1;
  }

  #judgeShell(args: readonly string[]): void {
    this.#isRememberable = false;
    this.#find('shell', 'HIGH', `${this.#name} runs whatever script it is given.`);
    this.#effect('executes', this.#name);
    const at = args.findIndex((arg) => /^-[A-Za-z]*c[A-Za-z]*$/.test(arg) || arg === '--command');
    if (at < 0) {
      for (const arg of args) this.#guess(arg);
      return;
    }
    const code = args.slice(at + 1).find((arg) => !arg.startsWith('-'));
    if (code === undefined) return;
    const { parts, findings } = this.#place.judgeScript(code, {
      ...this.#place,
      workingDirectory: this.#workingDirectory,
      depth: this.#place.depth + 1,
    });
    for (const finding of [...findings, ...parts.flatMap((part) => part.findings)]) this.#inherit(finding);
    for (const { kind, target } of parts.flatMap((part) => part.effects)) this.#effect(kind, target);
    this.#paths.push(...parts.flatMap((part) => part.paths));
  }

  /** The command inside is looked for at every place where it could begin: what is denied anywhere is denied. */
  #judgeWrapper(given: readonly string[]): void {
    this.#isRememberable = false;
    this.#find('wrapper', 'HIGH', `${this.#name} runs another command.`);
    this.#effect('executes', this.#name);
    for (const arg of given) this.#guess(arg);
    const inner = launchers.has(this.#name) ? launched(given) : given;
    this.#judgeWrapped(inner);
  }

  #judgeWrapped(args: readonly string[]): void {
    const shellsThere = args.filter((arg) => isPlainName(arg) && shells.has(programName(arg).name)).length;
    if (shellsThere > limits.nestedCommandsMax) {
      this.#find('depth', 'DENY', 'There are too many shells in which another command could begin.');
      return;
    }
    let lines = 0;
    for (const [index, arg] of args.entries()) {
      if (/\s/.test(arg) && lines++ < limits.nestedCommandsMax) this.#judgeCommandLine(arg);
      if (!isPlainName(arg)) continue;
      const { name } = programName(arg);
      const denied = isAlsoSubcommand(name) && !isFirstWord(args, index) ? null : whyDeniedByName(name);
      if (denied !== null) this.#find('denied', 'DENY', `${denied}. Nobody can approve that.`);
      if (name === 'rm' && isForcedRecursiveRemoval(name, args.slice(index + 1)))
        this.#find('denied', 'DENY', forcedRemoval);
      if (shells.has(name)) this.#judgeInner(args.slice(index));
    }
  }

  /** `watch 'rm -rf x'`, `env -S 'rm -rf x'`: one argument that may be a whole command. Only what is denied counts. */
  #judgeCommandLine(text: string): void {
    const script = text.replace(/^(?:-[A-Za-z]|--[a-z-]+=)/, '');
    const { parts } = this.#place.judgeScript(script, { ...this.#place, depth: this.#place.depth + 1 });
    for (const finding of parts.flatMap((part) => part.findings))
      if (finding.id === 'builtin.command.denied') this.#inherit(finding);
  }

  #judgeInner(argv: readonly string[]): void {
    const inner = judgeCommand(argv, {
      ...this.#place,
      workingDirectory: this.#workingDirectory,
      depth: this.#place.depth + 1,
    });
    for (const finding of inner.findings) this.#inherit(finding);
    this.#effect('executes', argv[0]!);
    for (const { kind, target } of inner.effects) this.#effect(kind, target);
    this.#paths.push(...inner.paths);
  }

  /** Uploads, other protocols, options from files and local sockets: ways out that no approval text shows well. */
  #judgeDownload(args: readonly string[]): void {
    const name = this.#name;
    this.#find('high', 'HIGH', `${name} talks to the network.`);
    for (const arg of args) {
      const address = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(arg)?.[0];
      if (address !== undefined) this.#effect('network', address);
      if (address !== undefined && !/^https?:/i.test(address))
        this.#find('denied', 'DENY', `${name} may only use http and https, not "${shortText(address)}".`);
      this.#guess(arg);
    }
    const upload = args.find((arg, index) =>
      name === 'curl' ? isCurlUpload(arg, args[index - 1]) : /^--(?:post-file|body-file)/.test(arg),
    );
    if (upload !== undefined) this.#find('denied', 'DENY', `${name} ${shortText(upload)} sends a file away.`);
    const hidden = args.find((arg) =>
      name === 'curl'
        ? /^(?:-[A-Za-z]*K|--config|--unix-socket|--abstract-unix-socket|--netrc|-n$|--engine|--libcurl)/.test(arg)
        : /^--(?:use-askpass|config|execute|input-file|load-cookies)|^-[A-Za-z]*[ei]$/.test(arg),
    );
    if (hidden !== undefined) this.#find('denied', 'DENY', `${name} ${shortText(hidden)} hides what will be done.`);
    if (![...this.#effects.values()].some((effect) => effect.kind === 'network')) this.#effect('network', name);
  }

  #use(kind: ValueKind, text: string, title: string): void {
    switch (kind) {
      case 'text':
      case 'number':
      case 'program':
        return;
      case 'read':
      case 'write':
      case 'delete':
        // A lone dash is the input or the output.
        if (text !== '-') this.#usePath(text, kind);
        return;
      case 'chdir': {
        this.#usePath(text, 'read');
        this.#workingDirectory = locate(this.#place.workspace, this.#workingDirectory, text).spelled;
        return;
      }
      case 'address':
        this.#guess(text);
        return;
      case 'code':
        this.#find('code', 'HIGH', `${title} may run what it is given: "${shortText(text)}".`);
        this.#isRememberable = false;
        this.#guess(text);
    }
  }

  #usePath(text: string, access: PathAccess): void {
    const key = `${access} ${this.#workingDirectory} ${text}`;
    if (this.#used.has(key)) return;
    this.#used.add(key);
    const { use, findings, location } = judgePath(this.#place.workspace, this.#workingDirectory, text, access);
    this.#paths.push(use);
    // Whether a folder may be written is a matter of the command: mkdir and cp mean folders.
    this.#findings.push(...findings.filter((finding) => finding.id !== 'builtin.path.directory'));
    this.#effect(access === 'read' ? 'reads' : access === 'write' ? 'writes' : 'deletes', use.path);
    if (access === 'delete' && location !== null && this.#place.workspace.roots.includes(location.real)) {
      this.#find('denied', 'DENY', 'That is the workspace itself.');
    }
  }

  #isFolder(text: string): boolean {
    return locate(this.#place.workspace, this.#workingDirectory, text).look.kind === 'directory';
  }

  /** An argument that nobody described: denied where it names a place outside, else nothing is known. */
  #guess(arg: string): void {
    // What is denied often enough to say why need not be looked at to its end.
    if (this.#denials >= limits.reasonsMax) return;
    const { workspace } = this.#place;
    const here = whatIsHere(this.#name, arg);
    const guesses = guessPaths(here);
    this.#guesses += guesses.length;
    if (this.#guesses > limits.guessedPathsMax) {
      if (this.#guesses - guesses.length <= limits.guessedPathsMax)
        this.#find('too-many-paths', 'DENY', `More than ${limits.guessedPathsMax} paths seem to be in the arguments.`);
      return;
    }
    for (const text of guesses) {
      if ((text === '/' && !isRootFolder(here)) || isNowhere(workspace, text)) continue;
      const location =
        text.startsWith('~') || /^file:/i.test(text) ? null : locate(workspace, this.#workingDirectory, text);
      if (location !== null && location.spelled === '/dev/null') continue;
      if (location !== null && readsSystemFolders(this.#name) && isSystemPlace(location.real)) continue;
      const { findings, use } = judgePath(workspace, this.#workingDirectory, text, 'read');
      const outside = findings.filter((finding) => finding.level === 'DENY');
      this.#findings.push(...outside);
      this.#denials += outside.length;
      if (outside.length === 0 && use.isInside) this.#effect('reads', use.path);
    }
  }

  #inherit(finding: Finding): void {
    if (!isAbove(finding.level, 'MEDIUM') || this.#findings.some((known) => known.reason === finding.reason)) return;
    this.#findings.push(finding);
  }

  #effect(kind: Effect['kind'], target: string): void {
    this.#effects.set(`${kind} ${target}`, { kind, target });
  }

  #find(id: string, level: Level, reason: string): void {
    this.#findings.push({ id: `builtin.command.${id}`, level, reason });
  }
}

const forcedRemoval = 'Removing folders by force is never done. Remove files one by one, or ask a person to do it.';

function walks(spec: CommandSpec, flags: readonly GivenFlag[]): boolean {
  const by = spec.walks;
  return by === 'always' || flags.some((flag) => by.has(flag.name));
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

/** `/foo/` is more likely a pattern than a place, unless something is there. */
function isNowhere({ files }: Workspace, text: string): boolean {
  if (!text.startsWith('/') || /(?:^|\/)\.\.(?:\/|$)/.test(text)) return false;
  const first = text.split('/').find((name) => name !== '' && name !== '.');
  return first !== undefined && !topFolders.has(first) && files.look(`/${first}`).kind === 'missing';
}

const topFolders = new Set(
  'bin boot dev etc home lib lib64 media mnt opt proc root run sbin srv sys tmp usr var Users private Library System Volumes Applications'.split(
    ' ',
  ),
);

function isSystemPlace(real: string): boolean {
  return ['/usr', '/lib', '/lib64', '/opt'].some((place) => isWithin(place, real));
}

function isCurlUpload(arg: string, before: string | undefined): boolean {
  const isData = (flag: string | undefined): boolean =>
    /^(?:-[A-Za-z]*[dFTH]|--data(?:-binary|-raw|-urlencode|-ascii)?|--form|--upload-file|--json|--header)$/.test(
      flag ?? '',
    );
  if (/^(?:-T|--upload-file)/.test(arg)) return true;
  if (!arg.includes('@') && !arg.startsWith('<') && !arg.includes('=<')) return false;
  if (
    /^(?:-[A-Za-z]*[dFH]|--data[a-z-]*=?|--form=?|--json=?|--header=?)[^@]*@/.test(arg) &&
    !/^-[A-Za-z]*H[^@]*:/.test(arg)
  )
    return true;
  return isData(before) && /^(?:@|<|[^=@]*=[@<])/.test(arg);
}

function shown(text: string): string {
  return shortText(text);
}

/** `/`, `-C/`, `--directory=/`: the root itself, where a lone slash in another text is more likely a separator. */
function isRootFolder(arg: string): boolean {
  return /^(?:|-[A-Za-z]*[Cd]|--(?:directory|dir|chdir|cwd|root|volume|git-dir|work-tree)=)\/+$/.test(arg);
}

function whatIsHere(name: string, arg: string): string {
  if (copiers.has(name) && /^(?:[\w.-]+@)?[\w.-]+:/.test(arg)) return '';
  return containers.has(name) ? onThisMachine(arg) : arg;
}

/** What a launcher is told to run, from the word on that says so. */
function launched(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => launches.has(arg));
  return at < 0 ? [] : args.slice(at + 1);
}

/** What a container calls a path is a place in the container; only what comes before the colon is on this machine. */
function onThisMachine(arg: string): string {
  const volume = /^(?:(?:-v|--volume=?))?([^:,=]*):\/[^,]*$/.exec(arg);
  if (volume) return volume[1]!;
  const mount = /(?:^|,)(?:source|src)=([^,]*)/.exec(arg);
  if (mount) return mount[1]!;
  return arg;
}
