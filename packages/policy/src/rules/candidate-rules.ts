import { quoteWord } from '../display/quote-word.ts';
import { isAbove } from '../judgement/level.ts';
import { levelOf, type Part, type PathUse } from '../judgement/part.ts';
import type { CallToDecide, Outcome, Verdict } from '../verdict.ts';
import { literalGlob } from './glob.ts';
import { ruleLimits } from './limits.ts';
import { literalPath } from './path-glob.ts';
import type { Match } from './policy-file.ts';

/** What a rule that is made from a call could be about. */
export type Candidate = {
  readonly match: Match;
  /** The subject of the rule's sentence. */
  readonly what: string;
  /** It names what was seen and nothing beside it, so that an `allow` may go as far as the call itself did. */
  readonly isNarrow: boolean;
};

/** From narrow to wide. Whether a rule of them comes to the outcome is for whoever tries them out. */
export function candidateRules(call: CallToDecide, verdict: Verdict, outcome: Outcome): readonly Candidate[] {
  const { name, source, service } = call.tool;
  const parts = partsInQuestion(verdict, outcome);
  const [first] = parts;
  const tool = { match: { tool: literalGlob(name) }, what: `Every call of ${quoteWord(name)}` };
  if (service !== null)
    return [
      { ...tool, isNarrow: true },
      {
        match: { source: literalGlob(source), method: literalGlob(service.method) },
        what: `Every ${quoteWord(service.method)} request to ${quoteWord(source)}`,
        isNarrow: false,
      },
    ];
  const wide = { ...tool, isNarrow: first !== undefined && isUndescribed(first) };
  if (parts.some((part) => part.command !== null)) return [...commandCandidates(call, parts, outcome), wide];
  return [...(first?.paths[0] ? fileCandidates(call, first.paths[0], outcome) : exactScript(call)), wide];
}

/**
 * What allows has to cover every part that is not allowed yet. To ask or deny one part is enough: the gravest, which is
 * what somebody who looks at the call has in mind.
 */
export function partsInQuestion({ judgement, rulings }: Verdict, outcome: Outcome): readonly Part[] {
  const parts = judgement.parts.filter((part) => part.command !== 'cd');
  const asked = rulings.flatMap(({ part, outcome: said }) => (part !== null && said !== 'allow' ? [part] : []));
  if (outcome === 'allow') return asked.length === 0 ? parts : asked.map((index) => judgement.parts[index]!);
  const gravest = parts.reduce<Part | null>(
    (best, part) => (best === null || isAbove(levelOf(part), levelOf(best)) ? part : best),
    null,
  );
  return gravest === null ? [] : [gravest];
}

/** Of a tool that nobody described there is nothing to name but the tool. */
function isUndescribed({ findings }: Part): boolean {
  return findings.some((finding) => finding.id === 'builtin.tool.undescribed');
}

const doing = { read: 'Reading', write: 'Writing', delete: 'Removing' } as const;

/** `allow` is about this tool; what is asked about or denied is so by whatever way it is done. */
function fileCandidates(call: CallToDecide, use: PathUse, outcome: Outcome): Candidate[] {
  if (!use.isInside) return [];
  const tool = outcome === 'allow' ? { tool: literalGlob(call.tool.name) } : {};
  const about = (path: string): Match => ({ ...tool, path, access: use.access });
  const exact = {
    match: about(literalPath(use.path)),
    what: `${doing[use.access]} ${quoteWord(use.path)}`,
    isNarrow: true,
  };
  const folders = foldersOf(use.path).map((folder) => ({
    match: about(insideOf(folder)),
    what: `${doing[use.access]} below ${quoteWord(`${folder}/`)}`,
    isNarrow: false,
  }));
  return [exact, ...folders];
}

/** The folder that it is in, and the one at the root in which that lies. */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return [...new Set([names.join('/'), names[0] ?? ''])].filter((folder) => folder !== '');
}

function insideOf(folder: string): string {
  return `${literalPath(`${folder}/`)}**`;
}

function commandCandidates(call: CallToDecide, parts: readonly Part[], outcome: Outcome): Candidate[] {
  const commands = [...new Set(parts.map((part) => part.command))];
  const isKnown = commands.every((command) => command !== null);
  return [
    ...(outcome === 'allow' ? [...exactScript(call), ...theseWords(call, parts)] : []),
    ...(parts.length === 1 ? withPaths(parts[0]!) : []),
    ...(commands.length === 1 && isKnown ? subcommands(commands[0]!, parts) : []),
    ...(isKnown
      ? [
          {
            match: { command: oneOrMore(commands.map((command) => literalGlob(command!))) },
            what: `Every ${list(commands)} command`,
            isNarrow: false,
          },
        ]
      : []),
  ];
}

/** A script word for word, in the folder that it named. */
function exactScript({ tool, arguments: { cmd, workdir } }: CallToDecide): Candidate[] {
  if (tool.name !== 'bash' || typeof cmd !== 'string') return [];
  const folder = typeof workdir === 'string' ? { workdir: literalGlob(workdir) } : {};
  return [
    {
      match: { tool: 'bash', argument: { cmd: literalGlob(cmd), ...folder } },
      what: `The script ${quoteWord(cmd)}`,
      isNarrow: true,
    },
  ];
}

/**
 * A list in a matcher says which words there may be, not how many or in which order. So a flag is left to the wider
 * rules: `publish --dry-run` would allow `publish` too, and nobody would read it so.
 */
function theseWords({ tool, arguments: { args } }: CallToDecide, parts: readonly Part[]): Candidate[] {
  const [{ command } = { command: null }] = parts;
  if (tool.name !== 'execute_command' || command === null || !Array.isArray(args) || args.length === 0) return [];
  const words = [...new Set(args.map(String))];
  if (words.length > wordsMax || words.some((word) => word.startsWith('-'))) return [];
  return [
    {
      match: { tool: tool.name, command: literalGlob(command), argument: { args: words.map(literalGlob) } },
      what: `${quoteWord(command)} with no other words than ${list(words)}`,
      isNarrow: true,
    },
  ];
}

/** Words of a command, and paths of one, that a rule still names one by one. */
const wordsMax = 20;
const pathsMax = 5;

/** Of `rm build/a`: rm on that path, and on what is in its folder. A subcommand says more than a path. */
function withPaths({ command, subcommand, argv, paths }: Part): Candidate[] {
  if (command === null || subcommand !== null || argv === null) return [];
  if (paths.length === 0 || paths.length > pathsMax || !paths.every((use) => use.isInside)) return [];
  const named = [...new Set(paths.map((use) => use.path))];
  const about = (path: readonly string[], words: string): Candidate => ({
    match: { command: literalGlob(command), path: oneOrMore(path) },
    what: `${quoteWord(command)} ${words}`,
    isNarrow: false,
  });
  const folders = [...new Set(named.map((path) => foldersOf(path)[0] ?? ''))];
  return [
    about(named.map(literalPath), `on ${list(named)}`),
    ...(folders.includes('')
      ? []
      : [about(folders.map(insideOf), `below ${list(folders.map((folder) => `${folder}/`))}`)]),
  ];
}

function subcommands(command: string, parts: readonly Part[]): Candidate[] {
  const named = [...new Set(parts.map((part) => part.subcommand))];
  if (named.includes(null)) return [];
  return [
    {
      match: { command: literalGlob(command), subcommand: oneOrMore(named.map((each) => literalGlob(each!))) },
      what: list(named.map((each) => `${command} ${each}`)),
      isNarrow: false,
    },
  ];
}

function oneOrMore(choices: readonly string[]): string | string[] {
  return choices.length === 1 ? choices[0]! : choices.slice(0, ruleLimits.choicesMax);
}

function list(items: readonly (string | null)[]): string {
  const words = items.map((item) => (/^[\w./-]+(?: [\w./-]+)*$/.test(item!) ? item! : quoteWord(item)));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
