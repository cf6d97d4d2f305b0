import { type Command, forEachChild, type ParsedScript, parse, type SyntaxNode } from 'unbash';
import type { JudgedCommand } from '../commands/command-record.ts';
import { judgeCommand } from '../commands/judge-command.ts';
import type { Place } from '../commands/place.ts';
import { makeVisible } from '../display/make-visible.ts';
import { shortText } from '../display/short-text.ts';
import type { Judgement } from '../judgement/judgement.ts';
import type { Level } from '../judgement/level.ts';
import { type Finding, levelOf, type Part } from '../judgement/part.ts';
import { limits } from '../limits.ts';
import { locate } from '../paths/locate.ts';
import { folderBuiltins, isWhereabouts, statefulBuiltins } from './builtins.ts';
import { judgeFolder, judgeStateful, judgeTest, type Shell } from './judge-builtin.ts';
import { judgeRedirections } from './judge-redirections.ts';
import { plainReading } from './plain-reading.ts';
import { type ReadWord, readWord } from './read-word.ts';
import { emptyCommand, say } from './said-command.ts';
import { structures } from './structures.ts';
import { tooManyCommands, whyNotRead } from './why-not-read.ts';

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
      this.#addPart(
        { ...emptyCommand(null), ...judgeRedirections(node.redirects, this.#place.workspace, this.#folders) },
        node,
      );
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
      word.type === 'Word'
        ? readWord(word, this.#place.workspace.home)
        : { text: word.text, unknown: 'sets a variable', hasGlob: false },
    );
    const part = this.#judgeWords(read);
    const redirected = judgeRedirections(command.redirects, this.#place.workspace, this.#folders);
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

  #judgeWords(read: readonly ReadWord[]): JudgedCommand {
    const argv = read.map((word) => word.text);
    const [name] = read;
    if (name === undefined) return emptyCommand([]);
    if (name.unknown !== null || name.hasGlob) {
      return { ...emptyCommand(null), ...this.#judgeOnlyWords(argv.slice(1)) };
    }
    if (name.text === ':' || isWhereabouts(argv)) return say(argv, 'LOW', `${name.text} does nothing to files.`);
    if (name.text === 'test' || name.text === '[') return judgeTest(this.#shell(), argv);
    if (folderBuiltins.has(name.text)) return judgeFolder(this.#shell(), argv);
    if (statefulBuiltins.has(name.text)) return judgeStateful(this.#shell(), argv);
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

  #shell(): Shell {
    return {
      place: this.#place,
      folders: this.#folders,
      judgeKnownWords: (words) => this.#judgeWords(words.map((text) => ({ text, unknown: null, hasGlob: false }))),
      judgeOnlyWords: (args) => this.#judgeOnlyWords(args),
    };
  }

  #inFolder(): Place {
    return { ...this.#place, workingDirectory: [...this.#folders].at(-1)! };
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

  /** Words of a command of which nothing else is known: only what they must not name. */
  #judgeOnlyWords(args: readonly string[]): Pick<Part, 'findings' | 'paths' | 'effects'> {
    const { findings, paths, effects } = judgeCommand(['x', ...args], this.#inFolder());
    return {
      findings: findings.filter((finding) => finding.level === 'DENY'),
      paths,
      effects: effects.filter(({ kind }) => kind !== 'executes'),
    };
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

/** Words that are not known stand as they are written, with the quotes they have. */
function quoted(text: string): string {
  return /^["']/.test(text) ? shortText(text) : `"${shortText(text)}"`;
}
