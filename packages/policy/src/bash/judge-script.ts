import {
  type Command,
  forEachChild,
  type ParsedScript,
  parse,
  type Redirection,
  type SyntaxNode,
  type Word,
} from 'unbash';
import { type JudgedCommand, judgeCommand, type Place } from '../commands/judge-command.ts';
import { makeVisible } from '../display/make-visible.ts';
import { shortText } from '../display/short-text.ts';
import type { Judgement } from '../judgement/judgement.ts';
import { isAbove, type Level } from '../judgement/level.ts';
import { type Effect, type Finding, levelOf, type Part, type PathUse } from '../judgement/part.ts';
import { limits } from '../limits.ts';
import { judgePath } from '../paths/judge-path.ts';
import { locate } from '../paths/locate.ts';
import {
  assigningBuiltins,
  filesOfTest,
  folderBuiltins,
  isPlainTest,
  isWhereabouts,
  statefulBuiltins,
} from './builtins.ts';
import { plainReading } from './plain-reading.ts';
import { type ReadWord, readWord } from './read-word.ts';

/** G3: parses a script to a tree and judges every simple command in it, each in every folder in which it could run. */
export function judgeScript(script: string, place: Place): Judgement {
  const refused = whyNotRead(script, place);
  if (refused !== null) return unreadable(refused);
  try {
    const judge = new ScriptJudge(script, place);
    judge.visitScript(parse(script));
    return judge.finish();
  } catch (error) {
    // Things inside things until the stack is full. Anything else is a mistake of ours, and has to be heard of.
    if (!(error instanceof RangeError)) throw error;
    return unreadable('The script is nested too deeply to be read.');
  }
}

function unreadable(reason: string): Judgement {
  return { parts: [], findings: [{ id: 'builtin.script.unreadable', level: 'DENY', reason }] };
}

function whyNotRead(script: string, { depth }: Place): string | null {
  if (script.length > limits.scriptLengthMax)
    return `The script is longer than ${limits.scriptLengthMax} characters. Put it into a file that a person can read.`;
  if (depth > limits.nestedCommandsMax) return `Commands are nested deeper than ${limits.nestedCommandsMax} levels.`;
  if (script.includes('\0')) return 'The script has a NUL in it, which no shell can be given.';
  if (/[\ud800-\udfff]/u.test(script)) return 'The script has half a character in it.';
  return whyTooMuch(script);
}

/** What would take the parser long, found by counting. Nobody writes such a script for others to read. */
function whyTooMuch(script: string): string | null {
  let depth = 0;
  for (const [bracket] of script.matchAll(/[(){}[\]]/g)) {
    depth = '({['.includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
    if (depth > limits.scriptNestingMax) return 'The script is nested too deeply to be read.';
  }
  if (hasMoreThan(script, /<<|`/g, limits.scriptTextsMax)) return 'The script has too many texts or back-ticks in it.';
  return hasMoreThan(script, /[;|&]/g, limits.scriptSeparatorsMax) ? tooManyCommands : null;
}

function hasMoreThan(script: string, pattern: RegExp, limit: number): boolean {
  let count = 0;
  for (const _ of script.matchAll(pattern)) if (++count > limit) return true;
  return false;
}

const tooManyCommands = `The script has more than ${limits.scriptCommandsMax} commands. Put it into a file that a person can read.`;

/** What goes beyond a list of commands, and why it is never LOW. */
const structures: Readonly<Record<string, readonly [level: Level, reason: string]>> = {
  If: ['MEDIUM', 'What runs depends on a condition.'],
  Case: ['HIGH', 'What runs depends on a condition.'],
  For: ['HIGH', 'Commands run in a loop.'],
  While: ['HIGH', 'Commands run in a loop.'],
  Select: ['HIGH', 'Commands run in a loop.'],
  ArithmeticFor: ['HIGH', 'Commands run in a loop.'],
  Function: ['HIGH', 'A function is defined, maybe under the name of another command.'],
  Coproc: ['HIGH', 'A command runs beside the script.'],
  Subshell: ['MEDIUM', 'Commands run in a shell of their own.'],
  BraceGroup: ['MEDIUM', 'Commands run as a group.'],
  ArithmeticCommand: ['HIGH', 'Something is computed, which can run commands.'],
  TestCommand: ['HIGH', 'A test of bash can run commands.'],
  Time: ['MEDIUM', 'A command is timed.'],
};

class ScriptJudge {
  readonly #script: string;
  readonly #place: Place;
  readonly #parts: Part[] = [];
  readonly #findings: Finding[] = [];
  /** A `cd` may fail or be skipped: from then on commands may run here or there. */
  readonly #folders: Set<string>;
  #nodes = 0;
  /** Positions inside back-ticks count in another text. */
  #hasOwnPositions = true;

  constructor(script: string, place: Place) {
    this.#script = script;
    this.#place = place;
    this.#folders = new Set([place.workingDirectory]);
  }

  finish(): Judgement {
    if (this.#parts.length > limits.scriptCommandsMax) {
      this.#find('too-long', 'DENY', tooManyCommands);
    }
    if (isDeceptive(this.#script)) {
      this.#find('deceptive', 'HIGH', 'The script has characters that are invisible or change how it reads.');
    }
    const isLow = [...this.#findings.map((finding) => finding.level), ...this.#parts.map(levelOf)].every(
      (level) => level === 'LOW',
    );
    if (isLow && !this.#agreesWithPlainReading()) {
      this.#find(
        'two-readings',
        'MEDIUM',
        'The script is written in a way that different shells could take differently.',
      );
    }
    return { parts: this.#parts, findings: this.#findings };
  }

  #agreesWithPlainReading(): boolean {
    const plain = plainReading(this.#script);
    return plain !== null && JSON.stringify(plain) === JSON.stringify(this.#parts.map((part) => part.argv));
  }

  visitScript(script: ParsedScript): void {
    for (const { message } of (script.errors ?? []).slice(0, limits.argumentErrorsMax))
      this.#find('syntax', 'DENY', `The script cannot be read: ${message}.`);
    const hadOwnPositions = this.#hasOwnPositions;
    if (script.source !== undefined) this.#hasOwnPositions = false;
    for (const statement of script.commands) this.#visit(statement);
    this.#hasOwnPositions = hadOwnPositions;
  }

  #visit(node: SyntaxNode): void {
    this.#nodes += 1;
    // What is denied anyway need not be looked at to its end.
    if (this.#parts.length > limits.scriptCommandsMax || this.#folders.size > limits.scriptFoldersMax) return;
    if (this.#nodes > limits.scriptNodesMax) {
      if (this.#nodes === limits.scriptNodesMax + 1)
        this.#find('too-long', 'DENY', 'The script is too large to be looked at in full.');
      return;
    }
    if (node.type === 'Script') {
      this.visitScript(node);
      return;
    }
    if (node.type === 'Statement' && node.background)
      this.#find('background', 'HIGH', 'A command goes on in the background.');
    if (Object.hasOwn(structures, node.type)) {
      const [level, reason] = structures[node.type]!;
      this.#find('structure', level, reason);
    }
    if (node.type === 'Redirected')
      this.#addPart({ ...emptyCommand(null), ...this.#judgeRedirections(node.redirects) }, node);
    if (node.type === 'Command') this.#visitCommand(node);
    else forEachChild(node, (child) => this.#visit(child));
  }

  #visitCommand(command: Command): void {
    if (
      command.args.length >= limits.commandWordsMax ||
      command.redirects.length + command.prefix.length > limits.scriptRedirectionsMax
    ) {
      this.#find('too-long', 'DENY', 'A command has more words or redirections than a person could read.');
      return;
    }
    // Commands inside words run before the command itself.
    forEachChild(command, (child) => this.#visit(child));
    const words = [...(command.name ? [command.name] : []), ...command.args];
    const read = words.map((word) =>
      word.type === 'Word' ? this.#read(word) : { text: word.text, unknown: 'sets a variable', hasGlob: false },
    );
    const part = this.#judgeWords(read);
    const redirected = this.#judgeRedirections(command.redirects);
    const findings = [...part.findings, ...redirected.findings];
    for (const prefix of command.prefix) {
      if (prefix.type === 'Assignment') {
        findings.push({
          id: 'builtin.script.assignment',
          level: 'HIGH',
          reason: `"${shortText(prefix.name)}" is set, which can change what commands do.`,
        });
      }
    }
    for (const [index, word] of read.entries()) {
      if (word.unknown !== null)
        findings.push({
          id: 'builtin.script.unresolved',
          level: 'HIGH',
          reason: `${quoted(word.text)} ${word.unknown}, so it is not known before it runs.`,
        });
      else if (word.hasGlob)
        findings.push({
          id: 'builtin.script.glob',
          level: index === 0 ? 'HIGH' : 'MEDIUM',
          reason: `${quoted(word.text)} stands for whatever files match.`,
        });
    }
    const isKnown = read.every((word) => word.unknown === null && !word.hasGlob);
    this.#addPart(
      {
        ...part,
        argv: isKnown ? part.argv : null,
        findings,
        paths: [...part.paths, ...redirected.paths],
        effects: [...part.effects, ...redirected.effects],
        isRememberable:
          part.isRememberable && isKnown && command.prefix.length === 0 && isLeftAlone(command, redirected),
      },
      command,
    );
    this.#changeFolder(read);
  }

  #read(word: Word): ReadWord {
    return readWord(word, this.#place.workspace.home);
  }

  #judgeWords(read: readonly ReadWord[]): JudgedCommand {
    const argv = read.map((word) => word.text);
    const [name] = read;
    if (name === undefined) return emptyCommand([]);
    if (name.unknown !== null || name.hasGlob) {
      return { ...emptyCommand(null), ...this.#judgeOnlyWords(argv.slice(1)) };
    }
    if (name.text === ':' || isWhereabouts(argv)) return say(argv, 'LOW', `${name.text} does nothing to files.`);
    if (name.text === 'test' || name.text === '[') return this.#judgeTest(argv);
    if (folderBuiltins.has(name.text)) return this.#judgeFolder(argv);
    if (statefulBuiltins.has(name.text)) return this.#judgeStateful(argv);
    return this.#judgeEverywhere(argv);
  }

  /** In every folder in which it could run; what is found in any of them counts. */
  #judgeEverywhere(argv: readonly string[]): JudgedCommand {
    const [first, ...others] = [...this.#folders].map((folder) =>
      judgeCommand(argv, { ...this.#place, workingDirectory: folder }),
    );
    const findings = [...first!.findings];
    const effects = [...first!.effects];
    for (const other of others) {
      findings.push(...other.findings.filter(({ reason }) => !findings.some((known) => known.reason === reason)));
      effects.push(...other.effects);
    }
    return { ...first!, findings, effects, paths: [first!, ...others].flatMap(({ paths }) => paths) };
  }

  #inFolder(): Place {
    return { ...this.#place, workingDirectory: [...this.#folders].at(-1)! };
  }

  #judgeTest(argv: readonly string[]): JudgedCommand {
    if (!isPlainTest(argv.slice(1))) return say(argv, 'HIGH', 'This test can run commands.', false);
    const judged = filesOfTest(argv.slice(1))
      // The bracket that ends a test is no file, and nothing is nowhere.
      .filter((text) => text !== ']' && text !== '')
      .flatMap((text) => [...this.#folders].map((folder) => judgePath(this.#place.workspace, folder, text, 'read')));
    const said = say(argv, 'LOW', 'test only looks.');
    return {
      ...said,
      paths: judged.map(({ use }) => use),
      effects: judged.map(({ use }) => ({ kind: 'reads', target: use.path })),
      // Only that a secret file is there can be learned, not what it holds.
      findings: [
        ...said.findings,
        ...judged.flatMap(({ findings }) => findings.filter(({ id }) => id !== 'builtin.path.secret')),
      ],
    };
  }

  #judgeFolder(argv: readonly string[]): JudgedCommand {
    const folder = argv.slice(1).find((arg) => !/^-[LPe@]*$/.test(arg) || arg === '-');
    if (argv[0] !== 'cd') return this.#judgeFolderPath(argv, folder ?? '.', 'HIGH');
    if (folder === undefined) return this.#judgeFolderPath(argv, this.#place.workspace.home ?? '/', 'MEDIUM');
    if (folder === '-') return say(argv, 'HIGH', 'Which folder "cd -" means is not known.', false);
    return this.#judgeFolderPath(argv, folder, 'MEDIUM');
  }

  #judgeFolderPath(argv: readonly string[], folder: string, level: Level): JudgedCommand {
    const judged = [...this.#folders].map((from) => judgePath(this.#place.workspace, from, folder, 'read'));
    return {
      ...say(argv, level, 'Later commands work in another folder.'),
      paths: judged.map(({ use }) => use),
      findings: [
        { id: 'builtin.script.folder', level, reason: 'Later commands work in another folder.' },
        ...judged.flatMap(({ findings }) => findings),
      ],
    };
  }

  #changeFolder([name, ...rest]: readonly ReadWord[]): void {
    if (name === undefined || !folderBuiltins.has(name.text)) return;
    const target = rest.map((word) => word.text).find((text) => !text.startsWith('-'));
    if (target === undefined) return;
    const { workspace } = this.#place;
    for (const folder of [...this.#folders]) this.#folders.add(locate(workspace, folder, target).spelled);
    if (this.#folders.size > limits.scriptFoldersMax)
      this.#find('too-many-folders', 'DENY', `The script could be in more than ${limits.scriptFoldersMax} folders.`);
  }

  #judgeStateful(argv: readonly string[]): JudgedCommand {
    const [name, ...args] = argv;
    const said = say(argv, 'HIGH', `${name} changes what later commands do, or runs what it is given.`, false);
    if (name === 'eval') {
      const { parts, findings } = judgeScript(args.join(' '), { ...this.#inFolder(), depth: this.#place.depth + 1 });
      return { ...said, ...inherit(said, [...findings, ...parts.flatMap((part) => part.findings)], parts) };
    }
    if (name === 'exec' || name === 'command' || name === 'builtin') {
      const inner = args.filter(
        (arg, index) => !arg.startsWith('-') || args.slice(0, index).some((before) => !before.startsWith('-')),
      );
      if (inner.length === 0) return said;
      const judged = this.#judgeWords(inner.map((text) => ({ text, unknown: null, hasGlob: false })));
      return { ...said, ...inherit(said, judged.findings, [judged]) };
    }
    if (assigningBuiltins.has(name!)) return said;
    const { findings, paths, effects } = this.#judgeOnlyWords(args);
    return { ...said, paths, effects, findings: [...said.findings, ...findings] };
  }

  /** Words of a command of which nothing else is known: only what they must not name. */
  #judgeOnlyWords(args: readonly string[]): Pick<Part, 'findings' | 'paths' | 'effects'> {
    const { findings, paths, effects } = judgeCommand(['x', ...args], this.#inFolder());
    return {
      findings: findings.filter((finding) => finding.level === 'DENY'),
      paths,
      effects: effects.filter(({ kind }) => kind !== 'executes'),
    };
  }

  #judgeRedirections(redirections: readonly Redirection[]): Pick<Part, 'findings' | 'paths' | 'effects'> {
    const findings: Finding[] = [];
    const paths: PathUse[] = [];
    const effects: Effect[] = [];
    const find = (level: Level, reason: string): void => {
      findings.push({ id: 'builtin.script.redirection', level, reason });
    };
    for (const redirection of redirections) {
      if (redirection.descriptor?.type === 'FileDescriptorVariable') find('HIGH', 'A variable is set to an open file.');
      if (redirection.type === 'HereDoc') {
        const parts = redirection.body.parts ?? [];
        if (!redirection.delimiter?.quoted && parts.some((part) => part.type !== 'Literal'))
          find('HIGH', 'The text that is given to a command is not known before it runs.');
        continue;
      }
      if (redirection.target === undefined) {
        find('DENY', 'A redirection leads nowhere.');
        continue;
      }
      const { text, unknown, hasGlob } = this.#read(redirection.target);
      if (redirection.type === 'HereString') {
        if (unknown !== null) find('HIGH', `The text that is given to a command ${unknown}.`);
        continue;
      }
      if (unknown !== null || hasGlob)
        find(
          'HIGH',
          `"${shortText(text)}", where something is read or written, ${unknown ?? 'stands for whatever matches'}.`,
        );
      if (/^[<>]&$/.test(redirection.operator) && /^(?:\d+-?|-)$/.test(text)) {
        if (!/^[12]$/.test(text)) find('MEDIUM', 'Open files are rearranged.');
        continue;
      }
      if (['/dev/null', '/dev/stdout', '/dev/stderr'].includes(text)) continue;
      const isReading = redirection.operator === '<' || redirection.operator === '<&';
      for (const folder of this.#folders) {
        const judged = judgePath(this.#place.workspace, folder, text, isReading ? 'read' : 'write');
        findings.push(...judged.findings);
        paths.push(judged.use);
        effects.push({ kind: isReading ? 'reads' : 'writes', target: judged.use.path });
      }
      if (!isReading) find('MEDIUM', `Output is written to "${shortText(text)}".`);
    }
    return { findings, paths, effects };
  }

  #addPart(part: JudgedCommand, { pos, end }: { readonly pos: number; readonly end: number }): void {
    this.#parts.push({ ...part, span: this.#hasOwnPositions ? { start: pos, end } : null });
  }

  #find(id: string, level: Level, reason: string): void {
    if (this.#findings.some((finding) => finding.reason === reason)) return;
    this.#findings.push({ id: `builtin.script.${id}`, level, reason });
  }
}

/** A tab is only a blank. Most of what deceives does so early, and then the rest need not be written out. */
function isDeceptive(script: string): boolean {
  const beginning = script.slice(0, 4096).replace(/[\ud800-\udbff]$/, '');
  return [beginning, script].some((text) => makeVisible(text) !== text.replaceAll('\t', makeVisible('\t')));
}

/** What is remembered of a command says nothing of what it is given to read, or of where its output goes. */
function isLeftAlone({ redirects }: Command, { findings, paths }: Pick<Part, 'findings' | 'paths'>): boolean {
  return findings.length + paths.length === 0 && redirects.every((redirection) => redirection.type === 'Redirect');
}

function emptyCommand(argv: readonly string[] | null): JudgedCommand {
  return { argv, command: null, subcommand: null, paths: [], effects: [], findings: [], isRememberable: false };
}

function say(argv: readonly string[], level: Level, reason: string, isRememberable = true): JudgedCommand {
  return {
    ...emptyCommand(argv),
    command: argv[0]!,
    findings: [{ id: 'builtin.script.builtin', level, reason }],
    isRememberable,
  };
}

function inherit(
  own: JudgedCommand,
  findings: readonly Finding[],
  inner: readonly Pick<Part, 'paths' | 'effects'>[],
): Pick<Part, 'findings' | 'paths' | 'effects'> {
  return {
    findings: [...own.findings, ...findings.filter((finding) => isAbove(finding.level, 'MEDIUM'))],
    paths: inner.flatMap((part) => part.paths),
    effects: inner.flatMap((part) => part.effects),
  };
}

/** Words that are not known stand as they are written, with the quotes they have. */
function quoted(text: string): string {
  return /^["']/.test(text) ? shortText(text) : `"${shortText(text)}"`;
}
