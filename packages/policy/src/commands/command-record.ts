import { isAbove, type Level } from '../judgement/level.ts';
import type { Effect, Finding, Part, PathAccess, PathUse } from '../judgement/part.ts';
import { limits } from '../limits.ts';
import { judgePath } from '../paths/judge-path.ts';
import { locate } from '../paths/locate.ts';
import { guessPaths } from './guess-paths.ts';
import { readsSystemFolders } from './knowledge/high.ts';
import type { Place } from './place.ts';
import { isNowhere, isRootFolder, isSystemPlace, whatIsHere } from './unlikely-paths.ts';

export type JudgedCommand = Omit<Part, 'span'>;

export type JudgeCommand = (argv: readonly string[], place: Place) => JudgedCommand;

/** What is found of one command while its words are gone through. */
export class CommandRecord {
  readonly argv: readonly string[];
  readonly place: Place;
  readonly name: string;
  readonly findings: Finding[] = [];
  /** By kind and target, each once. */
  readonly effects = new Map<string, Effect>();
  readonly paths: PathUse[] = [];
  subcommand: string | null = null;
  /** A flag of the command may change it for the words that follow. */
  workingDirectory: string;
  readonly #judgeCommand: JudgeCommand;
  #isRememberable = true;
  #guesses = 0;
  #denials = 0;
  /** Paths that were judged already: the same one twice says nothing new. */
  readonly #used = new Set<string>();

  constructor(argv: readonly string[], name: string, place: Place, judgeCommand: JudgeCommand) {
    this.argv = argv;
    this.name = name;
    this.place = place;
    this.workingDirectory = place.workingDirectory;
    this.#judgeCommand = judgeCommand;
  }

  get isRememberable(): boolean {
    return this.#isRememberable;
  }

  /** "All of these" would mean "anything at all". */
  forget(): void {
    this.#isRememberable = false;
  }

  find(id: string, level: Level, reason: string): void {
    this.findings.push({ id: `builtin.command.${id}`, level, reason });
  }

  effect(kind: Effect['kind'], target: string): void {
    this.effects.set(`${kind} ${target}`, { kind, target });
  }

  usePath(text: string, access: PathAccess): void {
    const key = `${access} ${this.workingDirectory} ${text}`;
    if (this.#used.has(key)) return;
    this.#used.add(key);
    const { use, findings, location } = judgePath(this.place.workspace, this.workingDirectory, text, access);
    this.paths.push(use);
    // Whether a folder may be written is a matter of the command: mkdir and cp mean folders.
    this.findings.push(...findings.filter((finding) => finding.id !== 'builtin.path.directory'));
    this.effect(access === 'read' ? 'reads' : access === 'write' ? 'writes' : 'deletes', use.path);
    if (access === 'delete' && location !== null && this.place.workspace.roots.includes(location.real)) {
      this.find('denied', 'DENY', 'That is the workspace itself.');
    }
  }

  isFolder(text: string): boolean {
    return locate(this.place.workspace, this.workingDirectory, text).look.kind === 'directory';
  }

  /** An argument that nobody described: denied where it names a place outside, else nothing is known. */
  guess(arg: string): void {
    // What is denied often enough to say why need not be looked at to its end.
    if (this.#denials >= limits.reasonsMax) return;
    const { workspace } = this.place;
    const here = whatIsHere(this.name, arg);
    const guesses = guessPaths(here);
    this.#guesses += guesses.length;
    if (this.#guesses > limits.guessedPathsMax) {
      if (this.#guesses - guesses.length <= limits.guessedPathsMax)
        this.find('too-many-paths', 'DENY', `More than ${limits.guessedPathsMax} paths seem to be in the arguments.`);
      return;
    }
    for (const text of guesses) {
      if ((text === '/' && !isRootFolder(here)) || isNowhere(workspace, text)) continue;
      const location =
        text.startsWith('~') || /^file:/i.test(text) ? null : locate(workspace, this.workingDirectory, text);
      if (location !== null && location.spelled === '/dev/null') continue;
      if (location !== null && readsSystemFolders(this.name) && isSystemPlace(location.real)) continue;
      const { findings, use } = judgePath(workspace, this.workingDirectory, text, 'read');
      const outside = findings.filter((finding) => finding.level === 'DENY');
      this.findings.push(...outside);
      this.#denials += outside.length;
      if (outside.length === 0 && use.isInside) this.effect('reads', use.path);
    }
  }

  /** A command that this one would start. */
  judgeInner(argv: readonly string[]): void {
    const inner = this.#judgeCommand(argv, {
      ...this.place,
      workingDirectory: this.workingDirectory,
      depth: this.place.depth + 1,
    });
    for (const finding of inner.findings) this.inherit(finding);
    this.effect('executes', argv[0]!);
    for (const { kind, target } of inner.effects) this.effect(kind, target);
    this.paths.push(...inner.paths);
  }

  /** What a command inside does counts as far as it is serious; its lesser risk is below that of being started. */
  inherit(finding: Finding): void {
    if (!isAbove(finding.level, 'MEDIUM') || this.findings.some((known) => known.reason === finding.reason)) return;
    this.findings.push(finding);
  }
}
